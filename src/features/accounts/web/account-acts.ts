import { data } from "react-router"
import { z } from "zod"
import { ContactsDraft, PreferencesDraft, ProfileDraft } from "#contract/account.ts"
import { Email, Name, Password } from "#contract/accounts.ts"
import { Code, ConsentPurpose, Language } from "#contract/guardians.ts"
import { dateInZone, formatDate } from "#shared/time.ts"
import { type PageRequest, pageRequest, redirectWithToast, serveButton, serveForm } from "#ui/api.ts"
import { accountText } from "./account.text.ts"
import type { AccountReply } from "./account-forms.tsx"
import { type Args, intentOf } from "./account-requests.ts"

type Served = Awaited<ReturnType<typeof serveForm>>

const Typed = z.string("Fill in your password").min(1, "Fill in your password").max(128)

/** A choice about one purpose, as the list of consents posts it. */
export const ConsentChoice = z.object({
  student_id: z.uuid(),
  purpose: ConsentPurpose,
  given: z.boolean().default(false),
  notice_version: z.coerce.number().int(),
  language: Language,
})

/** A form shows all of it: an empty control takes the value away, and a box that isn't ticked is switched off. */
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

const saved = { tone: "success", title: accountText.saved } as const

const acts: Record<string, (args: Args) => Promise<Served>> = {
  profile: (args) =>
    serveForm(args, ProfileForm, async (value, { api }) => {
      await api.account.update(value)
      return saved
    }),
  contacts: (args) =>
    serveForm(args, ContactsForm, async (value, { api }) => {
      await api.account.updateContacts(value)
      return saved
    }),
  preferences: (args) =>
    serveForm(args, PreferencesForm, async (value, { api }) => {
      await api.account.updatePreferences(value)
      return saved
    }),
  email: askEmail,
  "email-code": (args) =>
    serveForm(args, z.object({ email: Email, code: Code }), async (value, { api }) => {
      await api.account.confirmEmail(value)
      return { tone: "success", title: accountText.email.changed }
    }),
  password: (args) =>
    serveForm(args, z.object({ current_password: Typed, new_password: Password }), async (value, { api }) => {
      const { ended } = await api.account.changePassword(value)
      const { changed: title, ended: tell } = accountText.password
      return { tone: "success", title, description: tell(ended) }
    }),
  "end-session": (args) =>
    serveForm(args, z.object({ session_id: z.uuid() }), async (value, { api }) => {
      await api.account.endSession(value)
      return { tone: "success", title: accountText.sessions.ended }
    }),
  "end-others": (args) =>
    serveButton(args, async ({ api }) => {
      await api.account.endOtherSessions()
      return { tone: "success", title: accountText.sessions.endedOthers }
    }),
  consent: (args) =>
    serveForm(args, ConsentChoice, async ({ student_id: _, ...choice }, { api }) => {
      await api.account.setConsent(choice)
      return { tone: "success", title: accountText.consents.changed }
    }),
  "erase-code": (args) =>
    serveButton(args, async ({ api }) => {
      await api.account.requestErasureCode()
      const { sent: title, sentText: description } = accountText.erase
      return { tone: "success", title, description }
    }),
  erase: (args) =>
    serveForm(args, z.object({ password: Typed.optional(), code: Code.optional() }), eraseAccount),
}

async function askEmail(args: Args): Promise<Served> {
  let email = ""
  const schema = z.object({ email: Email })
  const reply = await serveForm(args, schema, async (value, { api }) => {
    email = (await api.account.changeEmail(value)).email
    return { tone: "success", title: accountText.email.sent }
  })
  // The form of the code needs to know which e-mail it is about.
  if (!(reply instanceof Response) && reply.data.done) reply.data.form = { initialValue: { email } }
  return reply
}

async function eraseAccount(
  value: { password?: string | undefined; code?: string | undefined },
  page: PageRequest,
) {
  const { erase_at } = await page.api.account.erase(value)
  const { done: title, doneText } = accountText.erase
  const description = doneText(formatDate(dateInZone(erase_at, page.zone)))
  return redirectWithToast("/", { tone: "success", title, description }, "document")
}

/** Serves every form of the account page by its intent, and says in the answer which it was. */
export async function serveAccount(args: Args): Promise<Response | ReturnType<typeof data<AccountReply>>> {
  const intent = await intentOf(args.request)
  const act = acts[intent]
  if (!act || !args.context.get(pageRequest).viewer) throw new Response(null, { status: 400 })
  const reply = await act(args)
  if (reply instanceof Response) return reply
  return data({ ...reply.data, intent }, reply.init ?? {})
}
