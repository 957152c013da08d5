ALTER TABLE "notices" ADD COLUMN "reasons" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
UPDATE "notices" SET "reasons" = jsonb_build_array(jsonb_build_object('code', known.code)), "reason" = NULL
FROM (VALUES
  ('The parent''s number is not confirmed yet.', 'number-unconfirmed'),
  ('Taken back before it was sent: nobody it names is to be reported absent any more.', 'taken-back'),
  ('This copy was restored from a backup, and the original may have sent this message too.', 'maybe-sent-by-original'),
  ('It was about a person whose account is deleted', 'account-deleted'),
  ('The number was given before the owner of the e-mail came.', 'number-not-theirs'),
  ('Everything is as it was before.', 'change-undone'),
  ('It was too late for it to be of use', 'too-late'),
  ('The mail has no content', 'no-content'),
  ('No mail server is configured', 'no-mail-server'),
  ('The class was deleted.', 'class-deleted'),
  ('The class is no longer to be held.', 'class-off'),
  ('The class is off again.', 'class-off'),
  ('The class was moved.', 'class-moved'),
  ('The class was moved once more.', 'class-moved-again'),
  ('Somebody else teaches the class now.', 'class-given-away'),
  ('The person has no place in the class any more.', 'seat-lost'),
  ('The class is on again.', 'class-on-again'),
  ('The seat was given back.', 'seat-given-back'),
  ('The class was cancelled.', 'class-cancelled')
) AS known (sentence, code)
WHERE "notices"."reason" = known.sentence;
