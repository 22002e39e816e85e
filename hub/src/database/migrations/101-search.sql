-- What a search reads: a row for each memory, its words apart from it, and for each root how many memories hold each word.

-- `key` stands for the root in every index. `words` is the list of search/word-list.ts; whatever changes a root's rows changes it in
-- the same transaction, under the lock of this row.
CREATE TABLE search_root (
  key integer GENERATED ALWAYS AS IDENTITY UNIQUE,
  org uuid NOT NULL,
  root text NOT NULL,
  version bigint NOT NULL DEFAULT 0,
  -- Of which policy its standings are.
  policy bigint NOT NULL DEFAULT 0,
  words bytea NOT NULL DEFAULT '',
  PRIMARY KEY (org, root),
  FOREIGN KEY (org, root) REFERENCES root
);
ALTER TABLE search_root ALTER COLUMN words SET STORAGE EXTERNAL;

CREATE TABLE memory_row (
  row bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  org uuid NOT NULL,
  root_key integer NOT NULL REFERENCES search_root (key),
  born text NOT NULL,
  id text NOT NULL,
  digest text NOT NULL,
  text text NOT NULL,
  standing text NOT NULL,
  status text NOT NULL,
  type text,
  category text,
  tier text,
  name text NOT NULL,
  tags text[] NOT NULL,
  time bigint NOT NULL,
  supersedes text,
  searchable boolean NOT NULL,
  name_words integer NOT NULL,
  tag_words integer NOT NULL,
  body_words integer NOT NULL,
  passage bytea NOT NULL,
  vector bytea
);
ALTER TABLE memory_row ALTER COLUMN passage SET STORAGE EXTERNAL;
CREATE UNIQUE INDEX memory_row_born ON memory_row (born, root_key);
CREATE INDEX memory_row_id ON memory_row (id, root_key);
CREATE INDEX memory_row_time ON memory_row (root_key, time, id) WHERE searchable;
CREATE INDEX memory_row_kind ON memory_row (root_key, category, standing DESC, time DESC, id) WHERE searchable;
CREATE INDEX memory_row_supersedes ON memory_row (root_key, supersedes) WHERE searchable AND supersedes IS NOT NULL;

-- Of searchable rows: the numbers of search/keys.ts. There is no other index, so no plan can turn to another; and nobody reads it but
-- the function below: an operator on arrays is not leak-proof, so under row-level security no index would be used for it.
CREATE TABLE memory_words (
  row bigint PRIMARY KEY REFERENCES memory_row ON DELETE CASCADE,
  root_key integer NOT NULL,
  words integer[] NOT NULL
);
CREATE INDEX memory_words_gin ON memory_words USING gin (words) WITH (fastupdate = off);
GRANT INSERT ON memory_words TO credence_hub;

CALL protect('search_root', 'SELECT, INSERT, UPDATE');
CALL protect('memory_row');

-- Rows of these roots that hold one of the first numbers, and where there are second ones, one of those, too.
CREATE FUNCTION match_words(roots integer[], one integer[], other integer[], most integer)
  RETURNS SETOF bigint
  LANGUAGE plpgsql STABLE SECURITY DEFINER
  SET search_path = credence, public, pg_temp SET enable_seqscan = off SET plan_cache_mode = force_custom_plan AS $$
BEGIN
  IF EXISTS (SELECT FROM unnest(roots) AS asked LEFT JOIN search_root ON key = asked AND org = current_org() WHERE key IS NULL)
    THEN RAISE EXCEPTION 'a root of nobody' USING ERRCODE = '42501'; END IF;
  IF other IS NULL THEN
    RETURN QUERY SELECT row FROM memory_words WHERE words && one AND root_key = ANY (roots) LIMIT most;
  ELSE
    RETURN QUERY SELECT row FROM memory_words WHERE words && one AND words && other AND root_key = ANY (roots) LIMIT most;
  END IF;
END $$;
REVOKE ALL ON FUNCTION match_words(integer[], integer[], integer[], integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION match_words(integer[], integer[], integer[], integer) TO credence_hub;

-- What the law reads beside the statements of a memory: every tombstone of the root.
CREATE INDEX statement_tombstone ON statement (org, root) WHERE erases;

-- The policies that persons of an organisation signed, as they were signed.
CREATE TABLE policy (
  org uuid NOT NULL REFERENCES organisation,
  number bigint NOT NULL,
  hash text NOT NULL,
  body text NOT NULL,
  PRIMARY KEY (org, number)
);
CALL protect('policy', 'SELECT, INSERT');

-- What the hub signs with for agents that have no key of their own. Foreign to everybody whose policy does not name it.
CREATE TABLE hub_key (
  org uuid PRIMARY KEY REFERENCES organisation,
  signer text NOT NULL,
  key text NOT NULL,
  secret text NOT NULL
);
CALL protect('hub_key', 'SELECT, INSERT');

-- How much a machine's token saved in a root on a day.
CREATE TABLE saved (
  org uuid NOT NULL,
  subject uuid NOT NULL,
  root text NOT NULL,
  day date NOT NULL,
  count integer NOT NULL,
  PRIMARY KEY (org, subject, root, day)
);
CALL protect('saved');
