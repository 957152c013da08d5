ALTER TABLE "check_ins" DROP CONSTRAINT "check_ins_class_id_scheduled_classes_id_fk";
--> statement-breakpoint
ALTER TABLE "sign_outs" DROP CONSTRAINT "sign_outs_class_id_scheduled_classes_id_fk";
--> statement-breakpoint
ALTER TABLE "check_ins" ADD CONSTRAINT "check_ins_class_id_scheduled_classes_id_fk" FOREIGN KEY ("class_id") REFERENCES "public"."scheduled_classes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sign_outs" ADD CONSTRAINT "sign_outs_class_id_scheduled_classes_id_fk" FOREIGN KEY ("class_id") REFERENCES "public"."scheduled_classes"("id") ON DELETE no action ON UPDATE no action;