import type { ActionReply } from "#ui/api.ts"

/** What the server said of a form that it refused. */
export type LastResult = ActionReply["form"] | undefined
