ALTER TABLE "invoice_payments" DROP CONSTRAINT "invoice_payments_amount";--> statement-breakpoint
ALTER TABLE "invoice_payments" ADD COLUMN "deducted_paise" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "invoice_payments" ADD COLUMN "deducted_section" text;--> statement-breakpoint
ALTER TABLE "invoice_payments" ADD CONSTRAINT "invoice_payments_deducted" CHECK ("invoice_payments"."deducted_paise" >= 0);--> statement-breakpoint
ALTER TABLE "invoice_payments" ADD CONSTRAINT "invoice_payments_something" CHECK ("invoice_payments"."amount_paise" + "invoice_payments"."deducted_paise" > 0);--> statement-breakpoint
ALTER TABLE "invoice_payments" ADD CONSTRAINT "invoice_payments_section" CHECK ("invoice_payments"."deducted_section" is null or "invoice_payments"."deducted_paise" > 0);--> statement-breakpoint
ALTER TABLE "invoice_payments" ADD CONSTRAINT "invoice_payments_amount" CHECK ("invoice_payments"."amount_paise" >= 0);