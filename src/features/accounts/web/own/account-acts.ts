import { data } from "react-router"
import { z } from "zod"
import { ContactsDraft, PreferencesDraft, ProfileDraft } from "#contract/accounts/account.ts"
import { Code, Email, Language, Name, Password } from "#contract/accounts/accounts.ts"
import { dateInZone, formatDateIn } from "#shared/time.ts"
import { type PageRequest, pageRequest, redirectWithToast, serveButton, serveForm } from "#ui/api.ts"
import { type Args, intentOf } from "#ui/form-request.ts"
import { LANGUAGE_TAGS } from "#ui/language.ts"
import { accountTexts } from "./account.texts.ts"
import type { AccountReply } from "./account-forms.tsx"

type Served = Awaited<ReturnType<typeof serveForm>>

const Typed = z.string("Fill in your password").min(1, "Fill in your password").max(128)

/**
 * The form shows all fields: an empty one clears the value, and an unchecked box switches the setting off.
 */
const ProfileForm = ProfileDraft.extend({
  first_name: Name,
  last_name: Name,
  phone: ProfileDraft.shape.phone.default(""),
  curriculum: ProfileDraft.shape.curriculum.default(""),
  grade: ProfileDraft.shape.grade.default(""),
})
const ContactsForm = ContactsDraft.extend({
  parent_name: ContactsDraft.shape.parent_name.default(""),
  parent_phone: ContactsDraft.shape.parent_phone.default(""),
  sms_notifications_enabled: z.boolean().default(false),
})
const PreferencesForm = PreferencesDraft.extend({
  language: Language,
  marketing_opt_out: z.boolean().default(false),
})

const saved = ({ language }: PageRequest) =>
  ({ tone: "success", title: accountTexts[language].saved }) as const

const acts: Record<string, (args: Args) => Promise<Served>> = {
  profile: (args) =>
    serveForm(args, ProfileForm, async (value, page) => {
      await page.api.account.update(value)
      return saved(page)
    }),
  contacts: (args) =>
    serveForm(args, ContactsForm, async (value, page) => {
      await page.api.account.updateContacts(value)
      return saved(page)
    }),
  preferences: (args) =>
    serveForm(args, PreferencesForm, async (value, page) => {
      await page.api.account.updatePreferences(value)
      return saved(page)
    }),
  email: askEmail,
  "email-code": (args) =>
    serveForm(args, z.object({ email: Email, code: Code }), async (value, { api, language }) => {
      await api.account.confirmEmail(value)
      return { tone: "success", title: accountTexts[language].email.changed }
    }),
  password: (args) =>
    serveForm(args, z.object({ current_password: Typed, new_password: Password }), async (value, page) => {
      const { ended } = await page.api.account.changePassword(value)
      const { changed: title, ended: tell } = accountTexts[page.language].password
      return { tone: "success", title, description: tell(ended) }
    }),
  "end-session": (args) =>
    serveForm(args, z.object({ session_id: z.uuid() }), async (value, { api, language }) => {
      await api.account.endSession(value)
      return { tone: "success", title: accountTexts[language].sessions.ended }
    }),
  "end-others": (args) =>
    serveButton(args, async ({ api, language }) => {
      await api.account.endOtherSessions()
      return { tone: "success", title: accountTexts[language].sessions.endedOthers }
    }),
  "erase-code": (args) =>
    serveButton(args, async ({ api, language }) => {
      await api.account.requestErasureCode()
      const { sent: title, sentText: description } = accountTexts[language].erase
      return { tone: "success", title, description }
    }),
  erase: (args) =>
    serveForm(args, z.object({ password: Typed.optional(), code: Code.optional() }), eraseAccount),
}

async function askEmail(args: Args): Promise<Served> {
  let email = ""
  const schema = z.object({ email: Email })
  const reply = await serveForm(args, schema, async (value, { api, language }) => {
    email = (await api.account.changeEmail(value)).email
    return { tone: "success", title: accountTexts[language].email.sent }
  })
  // The form for the code shows the e-mail it was mailed to.
  if (!(reply instanceof Response) && reply.data.done) reply.data.form = { initialValue: { email } }
  return reply
}

async function eraseAccount(
  value: { password?: string | undefined; code?: string | undefined },
  page: PageRequest,
) {
  const { erase_at } = await page.api.account.erase(value)
  const { done: title, doneText } = accountTexts[page.language].erase
  const description = doneText(formatDateIn(LANGUAGE_TAGS[page.language], dateInZone(erase_at, page.zone)))
  return redirectWithToast("/", { tone: "success", title, description }, "document")
}

/**
 * Serves each form of the account page by its intent, and names the intent in the response. `others` are
 * forms that higher features put on the page.
 */
export async function serveAccount(
  args: Args,
  others: typeof acts,
): Promise<Response | ReturnType<typeof data<AccountReply>>> {
  const intent = await intentOf(args.request)
  const act = acts[intent] ?? others[intent]
  if (!act || !args.context.get(pageRequest).viewer) throw new Response(null, { status: 400 })
  const reply = await act(args)
  if (reply instanceof Response) return reply
  return data({ ...reply.data, intent }, reply.init ?? {})
}
