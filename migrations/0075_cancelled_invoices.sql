CREATE TABLE "invoice_cancellations" (
	"bill_id" uuid PRIMARY KEY NOT NULL,
	"reason" text NOT NULL,
	"needs_second" boolean NOT NULL,
	"asked_by" uuid,
	"asked_at" timestamp with time zone NOT NULL,
	"decided_by" uuid,
	"decided_at" timestamp with time zone,
	"note_id" uuid,
	"owed_paise" bigint,
	"reference" text,
	"returned_on" date,
	"returned_by" uuid,
	CONSTRAINT "invoice_cancellations_decided" CHECK (("invoice_cancellations"."decided_at" is null) = ("invoice_cancellations"."note_id" is null)
        and ("invoice_cancellations"."decided_at" is null) = ("invoice_cancellations"."owed_paise" is null)),
	CONSTRAINT "invoice_cancellations_second" CHECK (not "invoice_cancellations"."needs_second" or "invoice_cancellations"."decided_by" is null or "invoice_cancellations"."asked_by" <> "invoice_cancellations"."decided_by"),
	CONSTRAINT "invoice_cancellations_owed" CHECK ("invoice_cancellations"."owed_paise" >= 0),
	CONSTRAINT "invoice_cancellations_returned" CHECK (("invoice_cancellations"."reference" is null) = ("invoice_cancellations"."returned_on" is null)
        and ("invoice_cancellations"."reference" is null or "invoice_cancellations"."owed_paise" > 0))
);
--> statement-breakpoint
ALTER TABLE "bills" DROP CONSTRAINT "bills_corrects";--> statement-breakpoint
ALTER TABLE "invoice_cancellations" ADD CONSTRAINT "invoice_cancellations_bill_id_bills_id_fk" FOREIGN KEY ("bill_id") REFERENCES "public"."bills"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoice_cancellations" ADD CONSTRAINT "invoice_cancellations_asked_by_users_id_fk" FOREIGN KEY ("asked_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoice_cancellations" ADD CONSTRAINT "invoice_cancellations_decided_by_users_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoice_cancellations" ADD CONSTRAINT "invoice_cancellations_note_id_bills_id_fk" FOREIGN KEY ("note_id") REFERENCES "public"."bills"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoice_cancellations" ADD CONSTRAINT "invoice_cancellations_returned_by_users_id_fk" FOREIGN KEY ("returned_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "invoice_cancellations_of_note" ON "invoice_cancellations" USING btree ("note_id");--> statement-breakpoint
CREATE UNIQUE INDEX "invoice_cancellations_returned_once" ON "invoice_cancellations" USING btree ("reference");--> statement-breakpoint
CREATE INDEX "invoice_cancellations_asked_by" ON "invoice_cancellations" USING btree ("asked_by");--> statement-breakpoint
CREATE INDEX "invoice_cancellations_decided_by" ON "invoice_cancellations" USING btree ("decided_by");--> statement-breakpoint
CREATE INDEX "invoice_cancellations_returned_by" ON "invoice_cancellations" USING btree ("returned_by");--> statement-breakpoint
CREATE UNIQUE INDEX "bills_cancelled_once" ON "bills" USING btree ("corrects") WHERE "bills"."corrects" is not null and "bills"."refund_id" is null;--> statement-breakpoint
ALTER TABLE "bills" ADD CONSTRAINT "bills_corrects" CHECK (("bills"."kind" = 'credit-note') = ("bills"."corrects" is not null)
        and ("bills"."refund_id" is not null) = ("bills"."corrects" is not null and "bills"."order_id" is not null));