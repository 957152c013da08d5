ALTER TABLE "invoice_payments" DROP CONSTRAINT "invoice_payments_something";--> statement-breakpoint
ALTER TABLE "invoice_payments" ADD COLUMN "charges_paise" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "invoice_payments" ADD COLUMN "excess_paise" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "invoice_payments" ADD COLUMN "excess_reference" text;--> statement-breakpoint
ALTER TABLE "invoice_payments" ADD COLUMN "excess_returned_on" date;--> statement-breakpoint
ALTER TABLE "invoice_payments" ADD COLUMN "excess_returned_by" uuid;--> statement-breakpoint
ALTER TABLE "invoice_payments" ADD CONSTRAINT "invoice_payments_excess_returned_by_users_id_fk" FOREIGN KEY ("excess_returned_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "invoice_payments_excess_returned_by" ON "invoice_payments" USING btree ("excess_returned_by");--> statement-breakpoint
CREATE UNIQUE INDEX "invoice_payments_excess_returned_once" ON "invoice_payments" USING btree ("excess_reference");--> statement-breakpoint
ALTER TABLE "invoice_payments" ADD CONSTRAINT "invoice_payments_charges" CHECK ("invoice_payments"."charges_paise" >= 0);--> statement-breakpoint
ALTER TABLE "invoice_payments" ADD CONSTRAINT "invoice_payments_excess" CHECK ("invoice_payments"."excess_paise" between 0 and "invoice_payments"."amount_paise");--> statement-breakpoint
ALTER TABLE "invoice_payments" ADD CONSTRAINT "invoice_payments_excess_returned" CHECK (("invoice_payments"."excess_reference" is null) = ("invoice_payments"."excess_returned_on" is null)
        and ("invoice_payments"."excess_reference" is null or ("invoice_payments"."excess_paise" > 0 and "invoice_payments"."reversed_at" is null)));--> statement-breakpoint
ALTER TABLE "invoice_payments" ADD CONSTRAINT "invoice_payments_something" CHECK (case when "invoice_payments"."charges_paise" > 0
        then "invoice_payments"."amount_paise" + "invoice_payments"."deducted_paise" = 0 and "invoice_payments"."reference" = ''
        else "invoice_payments"."amount_paise" + "invoice_payments"."deducted_paise" > 0 and "invoice_payments"."reference" <> '' end);