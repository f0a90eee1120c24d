#!/usr/bin/env bash
# Three nodes of RabbitMQ on this machine, each in a network namespace; two halls that record, an archive that receives,
# kills and cut links; then a regression by four workers, one of them killed; finally a table. As root, with Debian's
# rabbitmq-server. About five minutes.
#   quickstart-cluster.sh [DOCKET] [OPTION...]     the options of kill_rounds.py
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
docket=${1:-$here/../../build/release/tools/docket}
shift || true
exec python3 "$here/kill_rounds.py" "$docket" --nodes 3 --rounds 8 --workers 4 "$@"
