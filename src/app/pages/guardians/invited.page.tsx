import { ORPCError } from "@orpc/client"
import { data } from "react-router"
import { z } from "zod"
import { Code } from "#contract/accounts/accounts.ts"
import { CodeInput } from "#features/accounts/web/code-input.tsx"
import { peopleOfChildTexts } from "#features/guardians/web/people/people.texts.ts"
import { dashboardPath, pageRequest, redirectWithToast, serveForm } from "#ui/api.ts"
import { brandOf } from "#ui/brand.ts"
import { Button, ButtonLink } from "#ui/components/button.tsx"
import { type Args, intentOf } from "#ui/form-request.ts"
import { FormError } from "#ui/forms/form-error.tsx"
import { usePagePoster } from "#ui/forms/poster.ts"
import { useForm } from "#ui/forms/use-form.ts"
import { languageOf } from "#ui/language.ts"
import { AuthLayout } from "#ui/layout/auth-layout.tsx"
import { useTexts } from "#ui/messages/use-messages.ts"
import type { Route } from "./+types/invited.page.ts"

export const handle = { translated: true }

const Token = z.string().regex(/^[\w-]{12}$/)

/** Anyone with this address sees whom it invites, so caches must not keep it. */
export function headers() {
  return { "cache-control": "private, no-store" }
}

/** Opening an invitation does not use it up, because mail programs open links too. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const { api } = context.get(pageRequest)
  const token = Token.safeParse(params.token).data
  if (!token) return data({ invited: null, used: false }, { status: 410 })
  try {
    return data({ invited: await api.guardians.readInvitation({ token }), used: false }, {})
  } catch (error) {
    const code = error instanceof ORPCError ? error.code : null
    if (code !== "LINK_EXPIRED" && code !== "ACCEPTED_ALREADY") throw error
    return data({ invited: null, used: code === "ACCEPTED_ALREADY" }, { status: 410 })
  }
}

const textIn = ({ context }: Args) => peopleOfChildTexts[context.get(pageRequest).language].accept

export async function action(args: Route.ActionArgs) {
  const token = Token.safeParse(args.params.token).data
  if (!token) throw new Response(null, { status: 410 })
  return (await intentOf(args.request)) === "accept" ? accept(args, token) : askCode(args, token)
}

/** Stays on the page, with the request kept for the form of the code. */
async function askCode(args: Args, token: string) {
  let initial: Record<string, string> = {}
  const reply = await serveForm(args, z.object({}), async (_, { api }) => {
    const { request } = await api.guardians.requestInvitedCode({ token })
    initial = { request }
    return null
  })
  if (!(reply instanceof Response) && reply.data.done) reply.data.form = { initialValue: initial }
  return reply
}

function accept(args: Args, token: string) {
  const text = textIn(args)
  return serveForm(
    args,
    z.object({ request: z.uuid(), code: Code }),
    async (given, { api }) => {
      const { first_name } = await api.guardians.acceptInvitation({ token, ...given })
      const toast = { tone: "success" as const, title: text.welcome(first_name) }
      return redirectWithToast(dashboardPath("guardian"), toast, "document")
    },
    text.error,
  )
}

export function meta({ matches }: Route.MetaArgs) {
  const { metaTitle } = peopleOfChildTexts[languageOf(matches)].accept
  return [{ title: `${metaTitle} · ${brandOf(matches).name}` }, { name: "robots", content: "noindex" }]
}

/** Where somebody who was invited as a guardian proves the number or e-mail, and accepts. */
export default function InvitedPage({ loaderData, actionData }: Route.ComponentProps) {
  const { accept: text, may } = useTexts(peopleOfChildTexts)
  const { reply, sending } = usePagePoster(actionData)
  const { invited, used } = loaderData
  if (!invited) {
    return (
      <AuthLayout
        title={used ? text.usedTitle : text.goneTitle}
        description={used ? text.usedText : text.goneText}
      >
        <div className="flex flex-wrap gap-3">
          <ButtonLink to="/guardian">{text.signInPhone}</ButtonLink>
          <ButtonLink to="/auth" variant="secondary">
            {text.signInEmail}
          </ButtonLink>
        </div>
      </AuthLayout>
    )
  }
  const request = reply?.form?.initialValue?.request
  return (
    <AuthLayout title={text.title(invited.child)} description={text.text(invited.invited_by, invited.child)}>
      <ul className="grid list-disc gap-1.5 pl-5">
        {invited.rights.map((right) => (
          <li key={right}>{may[right]}</li>
        ))}
      </ul>
      {request ? (
        <CodeForm request={String(request)} invited={invited} reply={reply} sending={sending} />
      ) : (
        <AskForm address={invited.address} reply={reply} sending={sending} />
      )}
      <p className="text-sm text-ink-muted">{text.notYou}</p>
    </AuthLayout>
  )
}

type Poster = Pick<ReturnType<typeof usePagePoster>, "reply" | "sending">

function AskForm({ address, reply, sending }: Poster & { address: string }) {
  const { accept: text } = useTexts(peopleOfChildTexts)
  const { Form } = usePagePoster(undefined)
  const [form] = useForm<Record<string, string>>({ id: "invited", lastResult: reply?.form ?? null })
  return (
    <Form method="post" id={form.id} className="grid gap-4">
      <FormError id={form.errorId} issues={form.errors} title={reply?.toast?.title} />
      <p>{text.sendText(address)}</p>
      <Button
        type="submit"
        name="intent"
        value="send-code"
        className="w-full"
        busy={sending === "send-code"}
        busyLabel={text.sending}
      >
        {text.send}
      </Button>
    </Form>
  )
}

type CodeProps = Poster & { request: string; invited: { address: string; by: "phone" | "email" } }

function CodeForm({ request, invited, reply, sending }: CodeProps) {
  const { accept: text } = useTexts(peopleOfChildTexts)
  const { Form } = usePagePoster(undefined)
  const [form, fields] = useForm<{ code?: string }>({ id: "invited-code", lastResult: reply?.form ?? null })
  const hint = invited.by === "phone" ? text.sentPhone : text.sentEmail
  return (
    <Form method="post" id={form.id} className="grid gap-4">
      <FormError id={form.errorId} issues={form.errors} title={reply?.toast?.title ?? text.error} />
      <input type="hidden" name="request" value={request} />
      <CodeInput field={fields.code} label={text.code} hint={hint(invited.address)} autoFocus />
      <Button
        type="submit"
        name="intent"
        value="accept"
        className="w-full"
        busy={sending === "accept"}
        busyLabel={text.accepting}
      >
        {text.accept}
      </Button>
      <Button type="submit" name="intent" value="send-code" variant="ghost" formNoValidate>
        {text.again}
      </Button>
    </Form>
  )
}
