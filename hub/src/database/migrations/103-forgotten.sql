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

-- Null of texts from before, until somebody asks (carrier/end-texts.ts).
ALTER TABLE text ADD COLUMN folded text;
CREATE INDEX text_folded ON text (org, root, folded);
CREATE INDEX text_unfolded ON text (org, root) WHERE folded IS NULL;

-- What was forgotten before is judged anew when a hub starts, as after a new policy.
UPDATE search_root SET policy = -1 WHERE EXISTS (
  SELECT FROM statement WHERE statement.org = search_root.org AND statement.root = search_root.root AND erases);
