ALTER TABLE "absence_answers" DROP CONSTRAINT "absence_answers_make_up_class_id_scheduled_classes_id_fk";
