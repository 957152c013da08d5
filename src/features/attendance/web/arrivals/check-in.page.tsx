import CircleCheck from "lucide-react/icons/circle-check"
import { Suspense, useState } from "react"
import { Form, redirect, useNavigation } from "react-router"
import { z } from "zod"
import { formatTimeIn, timeInZone } from "#shared/time.ts"
import { type ActionReply, dashboardPath, pageRequest, requireViewer, serveForm } from "#ui/api.ts"
import { Button, ButtonLink } from "#ui/components/button.tsx"
import { Card } from "#ui/components/card.tsx"
import { Field, TextInput } from "#ui/forms/field.tsx"
import { FormError } from "#ui/forms/form-error.tsx"
import { inputProps } from "#ui/forms/form-props.ts"
import { useForm } from "#ui/forms/use-form.ts"
import { LANGUAGE_TAGS, languageOf } from "#ui/language.ts"
import { latePart } from "#ui/late-part.tsx"
import { useOwnDocument } from "#ui/live/use-own-document.ts"
import { useTexts } from "#ui/messages/use-messages.ts"
import { Page, PageHeader } from "#ui/page.tsx"
import { useHydrated } from "#ui/use-hydrated.ts"
import type { Route } from "./+types/check-in.page.ts"
import { checkInTexts } from "./check-in.texts.ts"

export const handle = { translated: true }

const Scanner = latePart(async () => (await import("../scan/scanner.tsx")).Scanner)

export function meta({ matches }: Route.MetaArgs) {
  return [{ title: checkInTexts[languageOf(matches)].title }, { name: "robots", content: "noindex" }]
}

export function loader({ request, context, url }: Route.LoaderArgs) {
  const page = context.get(pageRequest)
  const { role, user_id } = requireViewer(page, request, "/student-auth")
  if (role !== "student") throw redirect(dashboardPath(role))
  const code = url.searchParams.get("code") ?? ""
  return { code: /^\d{6}$/.test(code) ? code : undefined, student_id: user_id }
}

const CodeForm = z.object({ code: z.string("Enter the code") })

export async function action(args: Route.ActionArgs) {
  return serveForm(args, CodeForm, async ({ code }, { api, language, zone }) => {
    const { title, at, start_time, venue_name } = await api.attendance.checkIn({ code })
    const text = checkInTexts[language]
    const tag = LANGUAGE_TAGS[language]
    const what = [title, formatTimeIn(tag, start_time), venue_name].filter(Boolean).join(" · ")
    const since = text.since(formatTimeIn(tag, timeInZone(at, zone)))
    return { tone: "success", title: text.done, description: `${what}. ${since}` }
  })
}

/** A student checks in at the centre by the code on its screen, which a scan fills in. */
export default function CheckInPage({ loaderData: { code, student_id }, actionData }: Route.ComponentProps) {
  const text = useTexts(checkInTexts)
  useOwnDocument()
  const done = actionData?.done ? actionData.toast : null
  return (
    <Page width="narrow">
      <PageHeader title={text.title} description={done ? undefined : text.description} />
      {done ? (
        <Card data-checked-in>
          <div role="status" className="grid justify-items-center gap-4 py-4 text-center">
            <CircleCheck size={56} aria-hidden className="text-success" />
            <div className="grid gap-1">
              <h2 className="text-heading">{done.title}</h2>
              <p className="text-ink-muted">{done.description}</p>
            </div>
            <ButtonLink to="/student-dashboard" variant="secondary">
              {text.toDashboard}
            </ButtonLink>
          </div>
        </Card>
      ) : (
        <CodeCard code={code} reply={actionData} />
      )}
      <ButtonLink to={`/cards/${student_id}`} reloadDocument variant="link" className="w-fit">
        {text.card}
      </ButtonLink>
    </Page>
  )
}

function CodeCard({ code, reply }: { code: string | undefined; reply: ActionReply | undefined }) {
  const text = useTexts(checkInTexts)
  const busy = useNavigation().formMethod === "POST"
  const hydrated = useHydrated()
  const [scans, setScans] = useState(false)
  const [scanned, setScanned] = useState<string | null>(null)
  const [form, fields] = useForm<z.input<typeof CodeForm>>({
    lastResult: reply?.form,
    defaultValue: { code },
  })
  function take(read: string) {
    const found = codeIn(read)
    if (!found) return
    setScanned(found)
    setScans(false)
  }
  return (
    <Card>
      <Form method="post" id={form.id} className="grid gap-5" noValidate>
        <FormError issues={form.errors} id={form.errorId} />
        <Field label={text.code} hint={text.hint} field={fields.code}>
          <TextInput
            key={scanned}
            {...inputProps(fields.code)}
            {...(scanned && { defaultValue: scanned })}
            inputMode="numeric"
            autoComplete="off"
            maxLength={7}
            className="text-2xl font-semibold tracking-wider tabular-nums"
          />
        </Field>
        <Button type="submit" size="lg" busy={busy}>
          {text.checkIn}
        </Button>
        {hydrated && !scans ? (
          <Button type="button" variant="secondary" onClick={() => setScans(true)}>
            {text.scan}
          </Button>
        ) : null}
        {scans ? (
          <Suspense fallback={null}>
            <Scanner label={text.camera} onCode={take} />
          </Suspense>
        ) : null}
      </Form>
    </Card>
  )
}

/** Returns the code of a centre's screen in what was scanned, which is an address of ours; null in anything else. */
function codeIn(read: string): string | null {
  if (!URL.canParse(read)) return null
  const code = new URL(read).searchParams.get("code") ?? ""
  return /^\d{6}$/.test(code) ? code : null
}
