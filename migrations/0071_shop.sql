CREATE TABLE "shop_asks" (
	"id" uuid PRIMARY KEY NOT NULL,
	"student_id" uuid NOT NULL,
	"size_id" uuid NOT NULL,
	"asked_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "shop_basket_lines" (
	"id" uuid PRIMARY KEY NOT NULL,
	"owner_id" uuid NOT NULL,
	"size_id" uuid NOT NULL,
	"student_id" uuid NOT NULL,
	"quantity" integer NOT NULL,
	"added_at" timestamp with time zone NOT NULL,
	CONSTRAINT "shop_basket_lines_once" UNIQUE("owner_id","size_id","student_id"),
	CONSTRAINT "shop_basket_lines_quantity" CHECK ("shop_basket_lines"."quantity" between 1 and 20)
);
--> statement-breakpoint
CREATE TABLE "shop_items" (
	"id" uuid PRIMARY KEY NOT NULL,
	"slug" text NOT NULL,
	"position" integer NOT NULL,
	"title" text NOT NULL,
	"title_hi" text NOT NULL,
	"summary" text NOT NULL,
	"summary_hi" text NOT NULL,
	"image" text NOT NULL,
	"supplies" text[] NOT NULL,
	"price_paise" bigint,
	"offered" boolean NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "shop_items_slug_unique" UNIQUE("slug"),
	CONSTRAINT "shop_items_price" CHECK ("shop_items"."price_paise" > 0),
	CONSTRAINT "shop_items_offered" CHECK (not "shop_items"."offered" or "shop_items"."price_paise" is not null),
	CONSTRAINT "shop_items_supplies" CHECK (cardinality("shop_items"."supplies") > 0)
);
--> statement-breakpoint
CREATE TABLE "shop_lines" (
	"id" uuid PRIMARY KEY NOT NULL,
	"order_id" uuid NOT NULL,
	"size_id" uuid NOT NULL,
	"student_id" uuid,
	"position" integer NOT NULL,
	"quantity" integer NOT NULL,
	CONSTRAINT "shop_lines_of_order" UNIQUE("order_id","position"),
	CONSTRAINT "shop_lines_quantity" CHECK ("shop_lines"."quantity" > 0 and "shop_lines"."position" >= 0)
);
--> statement-breakpoint
CREATE TABLE "shop_orders" (
	"order_id" uuid PRIMARY KEY NOT NULL,
	"stage" text NOT NULL,
	"way" text NOT NULL,
	"name" text,
	"phone" text,
	"address" text,
	"pin" text,
	"centre" text,
	"promised_on" date NOT NULL,
	"return_days" integer NOT NULL,
	"carrier" text,
	"changed_at" timestamp with time zone NOT NULL,
	"packed_at" timestamp with time zone,
	"handed_over_at" timestamp with time zone,
	CONSTRAINT "shop_orders_stage" CHECK ("shop_orders"."stage" in ('held', 'released', 'to-pack', 'packed')
      or ("shop_orders"."way" = 'delivery' and "shop_orders"."stage" in ('sent', 'delivered'))
      or ("shop_orders"."way" = 'pickup' and "shop_orders"."stage" in ('ready', 'collected'))),
	CONSTRAINT "shop_orders_way" CHECK ("shop_orders"."way" in ('delivery', 'pickup')),
	CONSTRAINT "shop_orders_pin" CHECK ("shop_orders"."pin" is null or "shop_orders"."way" = 'delivery'),
	CONSTRAINT "shop_orders_centre" CHECK (("shop_orders"."centre" is not null) = ("shop_orders"."way" = 'pickup')),
	CONSTRAINT "shop_orders_handed_over" CHECK (("shop_orders"."stage" in ('delivered', 'collected')) = ("shop_orders"."handed_over_at" is not null))
);
--> statement-breakpoint
CREATE TABLE "shop_returns" (
	"id" uuid PRIMARY KEY NOT NULL,
	"line_id" uuid NOT NULL,
	"quantity" integer NOT NULL,
	"reason" text NOT NULL,
	"note" text,
	"answer" text,
	"state" text NOT NULL,
	"restocked" boolean,
	"refund_paise" bigint,
	"asked_at" timestamp with time zone NOT NULL,
	"decided_at" timestamp with time zone,
	"received_at" timestamp with time zone,
	"decided_by" uuid,
	CONSTRAINT "shop_returns_state" CHECK ("shop_returns"."state" in ('asked', 'accepted', 'declined', 'received')),
	CONSTRAINT "shop_returns_reason" CHECK ("shop_returns"."reason" in ('does-not-fit', 'faulty', 'wrong-item', 'not-wanted')),
	CONSTRAINT "shop_returns_quantity" CHECK ("shop_returns"."quantity" > 0),
	CONSTRAINT "shop_returns_decided" CHECK (("shop_returns"."state" = 'asked') = ("shop_returns"."decided_at" is null)),
	CONSTRAINT "shop_returns_received" CHECK (num_nonnulls("shop_returns"."restocked", "shop_returns"."refund_paise", "shop_returns"."received_at")
      = case when "shop_returns"."state" = 'received' then 3 else 0 end)
);
--> statement-breakpoint
CREATE TABLE "shop_sizes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"item_id" uuid NOT NULL,
	"label" text NOT NULL,
	"position" integer NOT NULL,
	"stocked" integer DEFAULT 0 NOT NULL,
	"free" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "shop_sizes_of_item" UNIQUE("item_id","label"),
	CONSTRAINT "shop_sizes_free" CHECK ("shop_sizes"."free" >= 0 and "shop_sizes"."stocked" >= 0)
);
--> statement-breakpoint
ALTER TABLE "orders" ALTER COLUMN "course_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "refund_requests" ADD COLUMN "lines" jsonb;--> statement-breakpoint
ALTER TABLE "shop_asks" ADD CONSTRAINT "shop_asks_student_id_students_user_id_fk" FOREIGN KEY ("student_id") REFERENCES "public"."students"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shop_asks" ADD CONSTRAINT "shop_asks_size_id_shop_sizes_id_fk" FOREIGN KEY ("size_id") REFERENCES "public"."shop_sizes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shop_basket_lines" ADD CONSTRAINT "shop_basket_lines_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shop_basket_lines" ADD CONSTRAINT "shop_basket_lines_size_id_shop_sizes_id_fk" FOREIGN KEY ("size_id") REFERENCES "public"."shop_sizes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shop_basket_lines" ADD CONSTRAINT "shop_basket_lines_student_id_students_user_id_fk" FOREIGN KEY ("student_id") REFERENCES "public"."students"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shop_lines" ADD CONSTRAINT "shop_lines_order_id_shop_orders_order_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."shop_orders"("order_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shop_lines" ADD CONSTRAINT "shop_lines_size_id_shop_sizes_id_fk" FOREIGN KEY ("size_id") REFERENCES "public"."shop_sizes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shop_lines" ADD CONSTRAINT "shop_lines_student_id_students_user_id_fk" FOREIGN KEY ("student_id") REFERENCES "public"."students"("user_id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shop_orders" ADD CONSTRAINT "shop_orders_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shop_returns" ADD CONSTRAINT "shop_returns_line_id_shop_lines_id_fk" FOREIGN KEY ("line_id") REFERENCES "public"."shop_lines"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shop_returns" ADD CONSTRAINT "shop_returns_decided_by_users_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shop_sizes" ADD CONSTRAINT "shop_sizes_item_id_shop_items_id_fk" FOREIGN KEY ("item_id") REFERENCES "public"."shop_items"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "shop_asks_once" ON "shop_asks" USING btree ("student_id","size_id");--> statement-breakpoint
CREATE INDEX "shop_asks_of_size" ON "shop_asks" USING btree ("size_id");--> statement-breakpoint
CREATE INDEX "shop_basket_lines_of_size" ON "shop_basket_lines" USING btree ("size_id");--> statement-breakpoint
CREATE INDEX "shop_basket_lines_of_student" ON "shop_basket_lines" USING btree ("student_id");--> statement-breakpoint
CREATE INDEX "shop_items_in_turn" ON "shop_items" USING btree ("position","id");--> statement-breakpoint
CREATE INDEX "shop_lines_of_size" ON "shop_lines" USING btree ("size_id");--> statement-breakpoint
CREATE INDEX "shop_lines_of_student" ON "shop_lines" USING btree ("student_id");--> statement-breakpoint
CREATE INDEX "shop_orders_to_do" ON "shop_orders" USING btree ("promised_on","order_id") WHERE "shop_orders"."stage" in ('to-pack', 'packed', 'sent', 'ready');--> statement-breakpoint
CREATE INDEX "shop_orders_done" ON "shop_orders" USING btree ("handed_over_at","order_id") WHERE "shop_orders"."stage" in ('delivered', 'collected');--> statement-breakpoint
CREATE INDEX "shop_returns_of_line" ON "shop_returns" USING btree ("line_id");--> statement-breakpoint
CREATE INDEX "shop_returns_open" ON "shop_returns" USING btree ("asked_at","id") WHERE "shop_returns"."state" in ('asked', 'accepted');--> statement-breakpoint
CREATE INDEX "shop_returns_decided_by" ON "shop_returns" USING btree ("decided_by");--> statement-breakpoint
CREATE UNIQUE INDEX "orders_one_live_basket" ON "orders" USING btree ("buyer_id") WHERE "orders"."course_id" is null and "orders"."state" in ('created', 'awaiting');--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_goods" CHECK ("orders"."course_id" is not null or (num_nonnulls("orders"."student_id", "orders"."batch_id", "orders"."months",
      "orders"."changes") = 0 and "orders"."points" = 0 and "orders"."credit_paise" = 0));