// The log that Docket writes, checked by an implementation of somebody else: golang.org/x/mod/sumdb, which Go checks
// its modules with. Nothing of Docket is used here but the files.
//
//	main DIRECTORY KEY WITNESS-KEY
//
// DIRECTORY holds "checkpoint" (signed by KEY, cosigned by WITNESS-KEY), "old-checkpoint", "inclusion.tlog-proof",
// "consistency.proof" and "tile/". It prints "agreed" and ends with 0, or says what is wrong and ends with 1.
package main

import (
	"bytes"
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

func must(err error) {
	if err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
}

func require(ok bool, what string) {
	if !ok {
		must(errors.New(what))
	}
}

func read(path ...string) []byte {
	data, err := os.ReadFile(filepath.Join(path...))
	must(err)
	return data
}

// cosigner verifies the cosignatures of a witness (C2SP tlog-cosignature v1), which Go's note does not know.
type cosigner struct {
	name string
	hash uint32
	key  ed25519.PublicKey
}

func (c cosigner) Name() string    { return c.name }
func (c cosigner) KeyHash() uint32 { return c.hash }
func (c cosigner) Verify(msg, sig []byte) bool {
	if len(sig) != 8+ed25519.SignatureSize {
		return false
	}
	time := binary.BigEndian.Uint64(sig)
	return ed25519.Verify(c.key, []byte(fmt.Sprintf("cosignature/v1\ntime %d\n%s", time, msg)), sig[8:])
}

func newCosigner(vkey string) cosigner {
	parts := strings.SplitN(vkey, "+", 3)
	require(len(parts) == 3, "the witness's key has no three parts")
	id, err := hex.DecodeString(parts[1])
	must(err)
	key, err := base64.StdEncoding.DecodeString(parts[2])
	must(err)
	require(len(key) == 33 && key[0] == 4, "the witness's key is not of type 4")
	sum := sha256.Sum256(append([]byte(parts[0]+"\n"), key...))
	require(bytes.Equal(id, sum[:4]), "the witness's key has another id")
	return cosigner{parts[0], binary.BigEndian.Uint32(id), key[1:]}
}

func openTree(text []byte, verifiers ...note.Verifier) tlog.Tree {
	n, err := note.Open(text, note.VerifierList(verifiers...))
	must(err)
	require(len(n.Sigs) == len(verifiers), "a signature is missing")
	lines := strings.Split(n.Text, "\n")
	require(len(lines) == 4 && lines[0] == verifiers[0].Name(), "the checkpoint is of another origin")
	size, err := strconv.ParseInt(lines[1], 10, 64)
	must(err)
	root, err := tlog.ParseHash(lines[2])
	must(err)
	return tlog.Tree{N: size, Hash: root}
}

// files reads tiles of a directory. Go names the height of its tiles in their paths, C2SP does not.
type files struct{ directory string }

func (f files) Height() int                             { return 8 }
func (f files) SaveTiles(tiles []tlog.Tile, d [][]byte) {}
func (f files) ReadTiles(tiles []tlog.Tile) ([][]byte, error) {
	var all [][]byte
	for _, tile := range tiles {
		path := strings.Replace(tile.Path(), "tile/8/", "tile/", 1)
		data, err := os.ReadFile(filepath.Join(f.directory, path))
		if err != nil {
			return nil, err
		}
		all = append(all, data)
	}
	return all, nil
}

func proofLines(text string) []tlog.Hash {
	var hashes []tlog.Hash
	for _, line := range strings.Split(text, "\n") {
		if line == "" {
			continue
		}
		hash, err := tlog.ParseHash(line)
		must(err)
		hashes = append(hashes, hash)
	}
	return hashes
}

func number(line, word string) int64 {
	require(strings.HasPrefix(line, word+" "), "no line "+word)
	n, err := strconv.ParseInt(line[len(word)+1:], 10, 64)
	must(err)
	return n
}

func main() {
	directory := os.Args[1]
	key, err := note.NewVerifier(os.Args[2])
	must(err)
	witness := newCosigner(os.Args[3])
	tree := openTree(read(directory, "checkpoint"), key, witness)
	old := openTree(read(directory, "old-checkpoint"), key)

	// The root over the tiles, and every leaf of the bundles against the tiles of level 0.
	reader := tlog.TileHashReader(tree, files{directory})
	root, err := tlog.TreeHash(tree.N, reader)
	must(err)
	require(root == tree.Hash, "the tiles have another root")
	for begin := int64(0); begin < tree.N; begin += 256 {
		width, suffix := int64(256), ""
		if tree.N-begin < width {
			width = tree.N - begin
			suffix = fmt.Sprintf(".p/%d", width)
		}
		bundle := read(directory, fmt.Sprintf("tile/entries/%03d%s", begin/256, suffix))
		for i := begin; i < begin+width; i++ {
			require(len(bundle) >= 2 && len(bundle)-2 >= int(binary.BigEndian.Uint16(bundle)), "a bundle is cut off")
			length := int(binary.BigEndian.Uint16(bundle))
			hashes, err := reader.ReadHashes([]int64{tlog.StoredHashIndex(0, i)})
			must(err)
			require(tlog.RecordHash(bundle[2:2+length]) == hashes[0], fmt.Sprintf("leaf %d has another hash", i))
			bundle = bundle[2+length:]
		}
		require(len(bundle) == 0, "a bundle has more leaves")
	}

	// An inclusion proof.
	head, rest, _ := strings.Cut(string(read(directory, "inclusion.tlog-proof")), "\n\n")
	lines := strings.SplitN(head, "\n", 4)
	require(len(lines) == 4 && lines[0] == "c2sp.org/tlog-proof@v1", "no tlog-proof")
	extra, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(lines[1], "extra "))
	must(err)
	leaf := extra[2 : 2+int(binary.BigEndian.Uint16(extra))]
	in := openTree([]byte(rest), key)
	must(tlog.CheckRecord(proofLines(lines[3]), in.N, in.Hash, number(lines[2], "index"), tlog.RecordHash(leaf)))
	// What opens the leaf: its game's id, by its salt.
	opening := extra[2+len(leaf):]
	sum := sha256.Sum256(append([]byte("docket game id v1\n"), opening...))
	require(len(leaf) == 143 && bytes.Equal(sum[:], leaf[11:43]), "the leaf is of another game")

	// A consistency proof.
	head, rest, _ = strings.Cut(string(read(directory, "consistency.proof")), "\n\n")
	first, hashes, _ := strings.Cut(head, "\n")
	newer := openTree([]byte(rest), key)
	require(number(first, "old") == old.N, "the proof is of another old size")
	must(tlog.CheckTree(proofLines(hashes), newer.N, newer.Hash, old.N, old.Hash))
	fmt.Println("agreed")
}
