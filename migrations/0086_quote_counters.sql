CREATE TABLE "premises_quote_counters" (
	"financial_year" text PRIMARY KEY NOT NULL,
	"last" integer NOT NULL
);
--> statement-breakpoint
INSERT INTO "premises_quote_counters" ("financial_year", "last")
  SELECT "financial_year", max("sequence") FROM "premises_quotes" GROUP BY "financial_year";
