-- Texts that a tombstone named: by digest, and by that of their folded body. Whoever else names such a text does not keep it here.
CREATE TABLE ended_text (
  org uuid NOT NULL,
  root text NOT NULL,
  digest text NOT NULL,
  by text NOT NULL,
  PRIMARY KEY (org, root, digest, by),
  FOREIGN KEY (org, root) REFERENCES root
);
CALL protect('ended_text', 'SELECT, INSERT');

ALTER TABLE text ADD COLUMN folded text;
CREATE INDEX text_folded ON text (org, root, folded);
