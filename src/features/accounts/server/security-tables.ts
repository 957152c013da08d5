import { bigint, boolean, index, integer, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core"
import { instant } from "#platform/database/columns.ts"
import { user } from "./table.ts"

const ofUser = () =>
  uuid("user_id")
    .notNull()
    .references(() => user.id, { onDelete: "cascade" })

/** The secret shared with a person's authenticator app. Codes are required once it is confirmed. */
export const twoStepSecrets = pgTable("two_step_secrets", {
  user_id: ofUser().primaryKey(),
  /** Encrypted with the product's secret. */
  sealed_secret: text("sealed_secret").notNull(),
  confirmed_at: instant("confirmed_at"),
  /** The step of the last accepted code. That code and older ones are no longer accepted. */
  last_step: bigint("last_step", { mode: "number" }).notNull().default(0),
  created_at: instant("created_at").notNull(),
})

/** Codes that sign in when the app is lost. Each works once and is then deleted. */
export const recoveryCodes = pgTable(
  "recovery_codes",
  { user_id: ofUser(), code_hash: text("code_hash").notNull() },
  (table) => [primaryKey({ columns: [table.user_id, table.code_hash] })],
)

/** Sign-ins whose first factor was right and that wait for the second. */
export const pendingSignIns = pgTable(
  "pending_sign_ins",
  {
    id: uuid("id").primaryKey(),
    user_id: ofUser(),
    secret_hash: text("secret_hash").notNull(),
    tries: integer("tries").notNull().default(0),
    expires_at: instant("expires_at").notNull(),
  },
  (table) => [
    index("pending_sign_ins_end").on(table.expires_at),
    index("pending_sign_ins_of").on(table.user_id),
  ],
)

/** Six-digit codes to a phone or a new e-mail. The address is only stored as a keyed hash. */
export const oneTimeCodes = pgTable(
  "one_time_codes",
  {
    /**
     * The request's id, which the asking browser keeps. For a person's own code, the keyed hash in `about`.
     */
    key: text("key").primaryKey(),
    /** Keyed hash of the purpose and the address. */
    about: text("about"),
    /** The person whose own code it is, such as one that changes their e-mail. Null for a guardian's. */
    user_id: uuid("user_id").references(() => user.id, { onDelete: "cascade" }),
    /** Whether it works without the request, in any browser. Such a code is too long to be guessed. */
    loose: boolean("loose").notNull().default(false),
    /** The encrypted address, until the job that sends the code has read it. */
    sealed_to: text("sealed_to"),
    /** Keyed hash of the code. Null if no code is sent. */
    code_hash: text("code_hash"),
    tries: integer("tries").notNull().default(0),
    created_at: instant("created_at").notNull(),
    expires_at: instant("expires_at").notNull(),
  },
  (table) => [
    index("one_time_codes_end").on(table.expires_at),
    index("one_time_codes_about").on(table.about),
    index("one_time_codes_user").on(table.user_id),
  ],
)
