UPDATE class_recordings r SET search_text = CASE WHEN r.title = c.title THEN r.title ELSE r.title || E'\n' || c.title END
FROM scheduled_classes c WHERE c.id = r.class_id;
