-- The subject of the token that a statement came with. Of those from before nobody is known.
ALTER TABLE statement ADD COLUMN brought uuid;
