UPDATE "class_recordings" SET "failure" = known.code
FROM (VALUES
  ('Nothing was recorded', 'NOTHING_RECORDED'),
  ('The file holds neither picture nor sound', 'NO_TRACKS'),
  ('The recording holds nothing that can be kept', 'NO_TRACKS'),
  ('The recording is empty', 'EMPTY'),
  ('The file can''t be read as a recording', 'UNREADABLE')
) AS known (sentence, code)
WHERE "class_recordings"."failure" = known.sentence;
