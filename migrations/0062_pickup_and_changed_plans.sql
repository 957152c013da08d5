ALTER TABLE "orders" ADD COLUMN "changes" uuid;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "exchange_paise" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "pickup_days" integer[];--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "pickup_address" text;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_changes_orders_id_fk" FOREIGN KEY ("changes") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "orders_with_pickup" ON "orders" USING btree ("course_id","ends_on") WHERE "orders"."pickup_days" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "orders_changed_once" ON "orders" USING btree ("changes") WHERE "orders"."paid_at" is not null;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_exchange" CHECK ("orders"."exchange_paise" >= 0
      and ("orders"."exchange_paise" = 0 or "orders"."changes" is not null));--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_changes" CHECK ("orders"."changes" is null or ("orders"."months" is not null and "orders"."renews" is null));--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_pickup" CHECK ("orders"."pickup_days" is null or ("orders"."months" is not null
      and cardinality("orders"."pickup_days") > 0 and "orders"."pickup_days" <@ '{1,2,3,4,5,6,7}'));--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_pickup_address" CHECK ("orders"."pickup_address" is null or "orders"."pickup_days" is not null);