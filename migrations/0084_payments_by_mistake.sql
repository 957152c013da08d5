DROP INDEX "invoice_payments_once";--> statement-breakpoint
ALTER TABLE "invoice_payments" ADD COLUMN "reversed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "invoice_payments" ADD COLUMN "reversed_by" uuid;--> statement-breakpoint
ALTER TABLE "invoice_payments" ADD CONSTRAINT "invoice_payments_reversed_by_users_id_fk" FOREIGN KEY ("reversed_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "invoice_payments_reversed_by" ON "invoice_payments" USING btree ("reversed_by");--> statement-breakpoint
CREATE UNIQUE INDEX "invoice_payments_once" ON "invoice_payments" USING btree ("reference") WHERE "invoice_payments"."reversed_at" is null;