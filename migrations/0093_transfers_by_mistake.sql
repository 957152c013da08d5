ALTER TABLE "refunds" DROP CONSTRAINT "refunds_state";--> statement-breakpoint
ALTER TABLE "upi_claims" DROP CONSTRAINT "upi_claims_state";--> statement-breakpoint
ALTER TABLE "upi_claims" DROP CONSTRAINT "upi_claims_amount";--> statement-breakpoint
DROP INDEX "upi_claims_once";--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "reversed_at" timestamp with time zone;--> statement-breakpoint
CREATE UNIQUE INDEX "upi_claims_once" ON "upi_claims" USING btree ("utr") WHERE "upi_claims"."state" not in ('declined', 'reversed');--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_reversed" CHECK ("payments"."reversed_at" is null or ("payments"."captured_at" is not null and not "payments"."fulfils"));--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_state" CHECK ("refunds"."state" in ('asked', 'pending', 'failed', 'processed', 'withdrawn'));--> statement-breakpoint
ALTER TABLE "upi_claims" ADD CONSTRAINT "upi_claims_state" CHECK ("upi_claims"."state" in ('waiting', 'approved', 'declined', 'reversed'));--> statement-breakpoint
ALTER TABLE "upi_claims" ADD CONSTRAINT "upi_claims_amount" CHECK (("upi_claims"."state" in ('approved', 'reversed')) = ("upi_claims"."amount_paise" is not null));