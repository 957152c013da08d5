-- How many programs of each kind are offered, and how many hold each word they are searched by, follow every write
-- to programs, whoever makes it. Rows are taken in one order, so that two writers can't wait for each other.
CREATE FUNCTION tally_programs() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  change integer := TG_ARGV[0]::integer;
BEGIN
  INSERT INTO program_kinds AS kind (service, curriculum, grade, subject, offered)
  SELECT service, curriculum, grade, subject, change * count(*) FROM changed WHERE archived_at IS NULL
  GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4
  ON CONFLICT (service, curriculum, grade, subject) DO UPDATE SET offered = kind.offered + excluded.offered;
  INSERT INTO program_words AS known (word, offered)
  SELECT word, change * count(*) FROM (
    SELECT DISTINCT id, regexp_split_to_table(search_text, '[^a-z0-9\u0080-\uffff]+') AS word
    FROM changed WHERE archived_at IS NULL) AS held
  WHERE word <> '' GROUP BY 1 ORDER BY 1
  ON CONFLICT (word) DO UPDATE SET offered = known.offered + excluded.offered;
  RETURN NULL;
END $$;--> statement-breakpoint
-- A change of what is tallied takes away the old and adds the new; a change of anything else costs a comparison.
CREATE FUNCTION retally_programs() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO program_kinds AS kind (service, curriculum, grade, subject, offered)
  SELECT service, curriculum, grade, subject, sum(change) FROM (
    SELECT 1 AS change, service, curriculum, grade, subject FROM added WHERE archived_at IS NULL
    UNION ALL
    SELECT -1, service, curriculum, grade, subject FROM removed WHERE archived_at IS NULL) AS changes
  GROUP BY 1, 2, 3, 4 HAVING sum(change) <> 0 ORDER BY 1, 2, 3, 4
  ON CONFLICT (service, curriculum, grade, subject) DO UPDATE SET offered = kind.offered + excluded.offered;
  INSERT INTO program_words AS known (word, offered)
  SELECT word, sum(change) FROM (
    SELECT DISTINCT change, id, regexp_split_to_table(search_text, '[^a-z0-9\u0080-\uffff]+') AS word
    FROM (SELECT sum(change) AS change, id, search_text FROM (
            SELECT 1 AS change, id, search_text FROM added WHERE archived_at IS NULL
            UNION ALL
            SELECT -1, id, search_text FROM removed WHERE archived_at IS NULL) AS texts
          GROUP BY id, search_text HAVING sum(change) <> 0) AS changes) AS held
  WHERE word <> '' GROUP BY 1 HAVING sum(change) <> 0 ORDER BY 1
  ON CONFLICT (word) DO UPDATE SET offered = known.offered + excluded.offered;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER programs_tally_insert AFTER INSERT ON "programs"
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tally_programs('1');--> statement-breakpoint
CREATE TRIGGER programs_tally_delete AFTER DELETE ON "programs"
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tally_programs('-1');--> statement-breakpoint
CREATE TRIGGER programs_tally_update AFTER UPDATE ON "programs"
  REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION retally_programs();--> statement-breakpoint
INSERT INTO program_kinds (service, curriculum, grade, subject, offered)
SELECT service, curriculum, grade, subject, count(*) FROM programs WHERE archived_at IS NULL GROUP BY 1, 2, 3, 4;--> statement-breakpoint
INSERT INTO program_words (word, offered)
SELECT word, count(*) FROM (
  SELECT DISTINCT id, regexp_split_to_table(search_text, '[^a-z0-9\u0080-\uffff]+') AS word
  FROM programs WHERE archived_at IS NULL) AS held
WHERE word <> '' GROUP BY 1;--> statement-breakpoint
-- What a typed word may have meant: the words that hold it, or else those most like it. PostgreSQL's own 0.6 of
-- likeness misses short words: "chees" and "chess" have 0.5, "karete" and "karate" 0.43. Comparing every word costs
-- more than the planner believes, so it is kept to the index.
CREATE FUNCTION words_meant_by(typed text) RETURNS text[] LANGUAGE sql STABLE
SET pg_trgm.word_similarity_threshold = 0.4 SET enable_seqscan = off AS $$
  WITH holding AS MATERIALIZED (
    SELECT word FROM program_words WHERE offered > 0 AND word LIKE '%' || typed || '%'
    ORDER BY offered DESC, word LIMIT 12)
  SELECT array_agg(word) FROM (
    SELECT word FROM holding
    UNION ALL
    (SELECT word FROM program_words
     WHERE NOT EXISTS (SELECT FROM holding) AND offered > 0 AND typed <% word
     ORDER BY word_similarity(typed, word) DESC, word LIMIT 12)) AS meant
$$;--> statement-breakpoint
-- The ledger is only added to; rows leave it with their student alone.
CREATE FUNCTION refuse_points_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the points ledger is append-only';
END $$;--> statement-breakpoint
CREATE TRIGGER points_ledger_append_only BEFORE UPDATE ON "points_ledger"
  FOR EACH ROW EXECUTE FUNCTION refuse_points_change();
