import { ORPCError } from "@orpc/client"
import { data, Form } from "react-router"
import { z } from "zod"
import { DECLINE_REASONS, type OpenedProof } from "#contract/attendance/medical-proofs.ts"
import { isId } from "#shared/ids.ts"
import { formatSize } from "#shared/lengths.ts"
import { type ActionReply, pageRequest, redirectWithToast, requireViewer, serveForm } from "#ui/api.ts"
import { Badge } from "#ui/components/badge.tsx"
import { Button, buttonClass } from "#ui/components/button.tsx"
import { Card } from "#ui/components/card.tsx"
import { Field, SelectInput, TextInput } from "#ui/forms/field.tsx"
import { languageOf } from "#ui/language.ts"
import { useTexts } from "#ui/messages/use-messages.ts"
import { Page, PageHeader } from "#ui/page.tsx"
import { useSaidStart, useSaidTime } from "#ui/said-time.ts"
import { useFlash } from "#ui/toast.tsx"
import type { Route } from "./+types/proof.page.ts"
import { staffProofTexts } from "./staff-proof.texts.ts"

export const handle = { translated: true }

export function meta({ matches }: Route.MetaArgs) {
  return [{ title: staffProofTexts[languageOf(matches)].received }, { name: "robots", content: "noindex" }]
}

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const page = context.get(pageRequest)
  requireViewer(page, request, "/teacher-auth")
  const { classId: class_id, studentId: student_id } = params
  if (!isId(class_id) || !isId(student_id)) throw data(null, { status: 404 })
  try {
    return { proof: await page.api.attendance.openProof({ class_id, student_id }), zone: page.zone }
  } catch (error) {
    if (error instanceof ORPCError && (error.status === 404 || error.status === 403))
      throw data(null, { status: 404 })
    throw error
  }
}

const Decision = z.object({
  decision: z.enum(["accept", "decline"]),
  reason: z.enum(DECLINE_REASONS, "Choose a reason").optional(),
  remark: z.string().trim().max(300, "Use at most 300 characters").optional(),
  name: z.string().max(200).default(""),
})

export async function action(args: Route.ActionArgs) {
  requireViewer(args.context.get(pageRequest), args.request, "/teacher-auth")
  const { classId: class_id, studentId: student_id } = args.params
  return serveForm(args, Decision, async ({ name, ...decision }, { api, language }) => {
    const { state } = await api.attendance.decideProof({ class_id, student_id, ...decision })
    const text = staffProofTexts[language]
    const title = state === "accepted" ? text.accepted(name) : text.declined(name)
    return redirectWithToast("/attendance/proofs", { tone: "success", title })
  })
}

const TONES = { waiting: "warning", accepted: "success", declined: "danger" } as const

/** One medical proof: its files, and the decision about it. */
export default function ProofPage({ loaderData, actionData }: Route.ComponentProps) {
  const text = useTexts(staffProofTexts)
  const { proof, zone } = loaderData
  const saidStart = useSaidStart()
  const said = useSaidTime(zone)
  useFlash(actionData?.toast)
  return (
    <Page width="reading">
      <PageHeader
        back={{ to: "/attendance/proofs", label: text.backToList }}
        title={proof.student_name}
        description={`${proof.title}, ${saidStart(proof)}`}
        actions={<Badge tone={TONES[proof.state]}>{text.decided[proof.state]}</Badge>}
      />
      <Card
        title={text.received}
        description={`${text.files(proof.files)}, ${text.sent(said(proof.sent_at, "within"))}`}
      >
        <div className="grid gap-4">
          {proof.note ? (
            <p>
              <span className="font-semibold">{text.note}:</span> {proof.note}
            </p>
          ) : null}
          {proof.opened.length === 0 ? <p className="text-ink-muted">{text.gone}</p> : null}
          <Files proof={proof} />
          {proof.state === "declined" && proof.reason ? (
            <p className="font-semibold">
              {[text.reasons[proof.reason], proof.remark ?? ""].filter(Boolean).join(". ")}
            </p>
          ) : null}
        </div>
      </Card>
      {proof.state === "waiting" ? <Decide proof={proof} reply={actionData} /> : null}
    </Page>
  )
}

/** Pictures are shown by their own element, whatever the link says about saving them. */
function Files({ proof }: { proof: OpenedProof }) {
  const text = useTexts(staffProofTexts)
  return (
    <ul className="grid gap-4">
      {proof.opened.map(({ id, content_type, size_bytes, url }, index) => (
        <li key={id}>
          {content_type.startsWith("image/") ? (
            <img
              src={url}
              alt={text.picture(index + 1, proof.student_name)}
              className="max-h-[36rem] max-w-full rounded-md border border-line"
            />
          ) : (
            <a href={url} download className={buttonClass({ variant: "secondary" })}>
              {`${text.file(index + 1)}: ${text.save(formatSize(size_bytes))}`}
            </a>
          )}
        </li>
      ))}
    </ul>
  )
}

function Decide({ proof, reply }: { proof: OpenedProof; reply: ActionReply | undefined }) {
  const text = useTexts(staffProofTexts)
  const errors = reply?.form?.error
  const declined = reply?.form?.initialValue?.decision === "decline"
  return (
    <>
      <Card title={text.acceptTitle} description={text.acceptText}>
        <Form method="post" className="grid gap-4">
          <input type="hidden" name="name" value={proof.student_name} />
          <p className="text-sm text-ink-muted">{text.used(proof.used, proof.most)}</p>
          <Field label={text.seen} id="seen" errors={declined ? null : errors?.remark}>
            <TextInput name="remark" maxLength={300} defaultValue={text.seenDefault} />
          </Field>
          <Button type="submit" name="decision" value="accept" className="w-full sm:w-fit">
            {text.accept}
          </Button>
        </Form>
      </Card>
      <Card title={text.declineTitle} description={text.declineText}>
        <Form method="post" className="grid gap-4">
          <input type="hidden" name="name" value={proof.student_name} />
          <Field label={text.reason} id="reason" errors={errors?.reason}>
            <SelectInput
              name="reason"
              placeholder={text.choose}
              defaultValue=""
              options={Object.entries(text.reasons).map(([value, label]) => ({ value, label }))}
            />
          </Field>
          <Field label={text.remark} id="remark" optional errors={declined ? errors?.remark : null}>
            <TextInput name="remark" maxLength={300} />
          </Field>
          <Button type="submit" name="decision" value="decline" variant="danger" className="w-full sm:w-fit">
            {text.decline}
          </Button>
        </Form>
      </Card>
    </>
  )
}
