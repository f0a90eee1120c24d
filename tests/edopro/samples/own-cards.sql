-- Cards of our own in the form in which EDOPro and YGOPro read cards (.cdb):
--   sqlite3 own-cards.cdb < own-cards.sql
-- type: 1 monster, 2 spell, 4 trap; 0x10 normal, 0x20 effect, 0x40000 equip, 0x800000 Xyz, 0x1000000 Pendulum,
-- 0x4000000 Link, 0x4000 token. level: scales in the two bytes above, the left one higher; of a Link monster its rating,
-- and its markers stand in def. atk and def of -2 are printed as "?".
CREATE TABLE datas(id integer primary key, ot integer, alias integer, setcode integer, type integer, atk integer,
                   def integer, level integer, race integer, attribute integer, category integer);
CREATE TABLE texts(id integer primary key, name text, desc text, str1 text, str2 text, str3 text, str4 text, str5 text,
                   str6 text, str7 text, str8 text, str9 text, str10 text, str11 text, str12 text, str13 text,
                   str14 text, str15 text, str16 text);
INSERT INTO datas VALUES
  (90000001, 3, 0,        0, 0x21,      1500, 1000, 4,         0x4000, 0x4,  0),
  (90000002, 3, 0,        0, 0x11,      1800, 1500, 4,         0x100,  0x1,  0),
  (90000003, 3, 0,        0, 0x2,       0,    0,    0,         0,      0,    0),
  (90000004, 3, 0,        0, 0x4,       0,    0,    0,         0,      0,    0),
  (90000005, 3, 0,        0, 0x1000021, 1200, 1600, 0x3030004, 0x2,    0x2,  0),
  (90000006, 3, 0,        0, 0x4000021, 1600, 0x28, 2,         0x20,   0x10, 0),
  (90000007, 3, 0,        0, 0x800021,  2300, 1900, 4,         0x2000, 0x4,  0),
  (90000008, 3, 90000001, 0, 0x21,      1500, 1000, 4,         0x4000, 0x4,  0),
  (90000009, 3, 0,        0, 0x4011,    -2,   0,    1,         0x80,   0x4,  0),
  (90000010, 3, 0,        0, 0x40002,   0,    0,    0,         0,      0,    0);
INSERT INTO texts(id, name, desc, str1) VALUES
  (90000001, 'Lantern Fox', 'Once per turn: You can draw 1 card.', 'Draw 1 card'),
  (90000002, 'Quarry Golem', 'It has carried the same stone up the same hill since before the hill had a name.', NULL),
  (90000003, 'Harbor Signal', 'Draw 2 cards. You can only activate 1 "Harbor Signal" per turn.', NULL),
  (90000004, 'Undertow Pit',
   'When an opponent''s monster declares an attack: Target the attacking monster; destroy that target.', NULL),
  (90000005, 'Tide Envoy',
   '[ Pendulum Effect ]' || char(10) || 'Once per turn: You can gain 500 LP.' || char(10) ||
   '----------------------------------------' || char(10) || '[ Monster Effect ]' || char(10) ||
   'If this card is Normal Summoned: You can draw 1 card. You can only use this effect of "Tide Envoy" once per turn.',
   'Draw 1 card'),
  (90000006, 'Signal Warden',
   '2 Effect Monsters' || char(10) || 'Once per turn: You can target 1 card your opponent controls; destroy it.',
   'Destroy 1 card'),
  (90000007, 'Ember Drake',
   '2 Level 4 monsters' || char(10) || 'Once per turn: You can detach 1 material from this card; draw 1 card.',
   'Draw 1 card'),
  (90000008, 'Lantern Fox', 'Once per turn: You can draw 1 card.', 'Draw 1 card'),
  (90000009, 'Spark Token', 'Special Summoned with the effect of "Ember Drake".', NULL),
  (90000010, 'Tide Blade', 'The equipped monster gains 500 ATK.', NULL);
