import { en } from "./en.ts"
import { hi } from "./hi.ts"
import { provideMessages } from "./use-messages.ts"

/** Provides every catalogue; only where pages are rendered. */
for (const messages of [en, hi]) provideMessages(messages)
