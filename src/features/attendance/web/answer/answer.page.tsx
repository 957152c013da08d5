import { ORPCError } from "@orpc/client"
import { data, Form } from "react-router"
import { z } from "zod"
import type { AbsenceQuestion, AskedChild } from "#contract/attendance/absence-answers.ts"
import { ABSENCE_ANSWERS } from "#contract/attendance/verdict-reasons.ts"
import { dateInZone, formatTimeIn } from "#shared/time.ts"
import { type ActionReply, pageRequest, redirectWithToast, serveForm } from "#ui/api.ts"
import { useBrand } from "#ui/brand.ts"
import { Button, buttonClass } from "#ui/components/button.tsx"
import { Card } from "#ui/components/card.tsx"
import { EmptyState } from "#ui/components/empty-state.tsx"
import { linkClass } from "#ui/components/link-class.ts"
import { Field, TextArea } from "#ui/forms/field.tsx"
import { LANGUAGE_TAGS } from "#ui/language.ts"
import { useLanguage, useTexts } from "#ui/messages/use-messages.ts"
import { Page, PageHeader } from "#ui/page.tsx"
import { useWritten } from "#ui/said-time.ts"
import { proofTexts } from "../proofs/proof.texts.ts"
import { PROOF_INTENT, ProofForm } from "../proofs/proof-form.card.tsx"
import type { Route } from "./+types/answer.page.ts"
import { answerTexts } from "./answer.texts.ts"
import { MakeUp } from "./answer-make-up.tsx"

export const handle = { static: true, translated: true }

/** Anyone with this address can open the page, so caches must not keep it. */
export function headers() {
  return { "cache-control": "private, no-store" }
}

export async function loader({ context, params }: Route.LoaderArgs) {
  const page = context.get(pageRequest)
  try {
    const asked = await page.api.attendance.question({ token: params.token })
    return { asked, answers: [...ABSENCE_ANSWERS], zone: page.zone }
  } catch (error) {
    if (!(error instanceof ORPCError) || error.status >= 500) throw error
    return data({ asked: null, answers: [...ABSENCE_ANSWERS], zone: page.zone }, { status: error.status })
  }
}

const Answer = z.object({
  student_id: z.uuid(),
  answer: z.enum(ABSENCE_ANSWERS, "Choose a reason"),
  note: z.string().trim().max(300, "Use at most 300 characters").optional(),
})
const Proof = z.object({ student_id: z.uuid(), file: z.file("Choose a file") })
const Seat = z.object({ student_id: z.uuid(), class_id: z.uuid() })

export async function action(args: Route.ActionArgs) {
  const { token } = args.params
  const { intent } = Object.fromEntries(await args.request.clone().formData())
  if (intent === PROOF_INTENT) {
    return serveForm(args, Proof, async (proof, { api, language }) => {
      await api.attendance.sendProof({ token, ...proof })
      return redirectWithToast(`/a/${token}`, { tone: "success", title: proofTexts[language].sent })
    })
  }
  if (intent === "make-up") {
    return serveForm(args, Seat, async (seat, { api, language }) => {
      await api.attendance.makeUp({ token, ...seat })
      return redirectWithToast(`/a/${token}`, { tone: "success", title: answerTexts[language].seatTaken })
    })
  }
  return serveForm(args, Answer, async (answer, { api, language }) => {
    await api.attendance.answer({ token, ...answer })
    return redirectWithToast(`/a/${token}`, { tone: "success", title: answerTexts[language].sent })
  })
}

export function meta() {
  return [{ title: answerTexts.en.meta }, { name: "robots", content: "noindex, nofollow" }]
}

/** Where a guardian says why a child was absent, on any phone and without signing in. */
export default function AnswerPage({ loaderData, actionData }: Route.ComponentProps) {
  const text = useTexts(answerTexts)
  const { date: short } = useWritten()
  const { asked, answers, zone } = loaderData
  const { contactPhone, contactPhoneDisplay } = useBrand()
  const call = (
    <a href={`tel:${contactPhone}`} className={buttonClass({ variant: "secondary" })}>
      {contactPhoneDisplay}
    </a>
  )
  if (!asked) {
    return (
      <Page width="narrow">
        <EmptyState
          illustration="no-requests"
          title={text.unknownTitle}
          text={text.unknownText}
          action={call}
        />
      </Page>
    )
  }
  return (
    <Page width="narrow" className="gap-6 py-6">
      <PageHeader
        title={text.title}
        description={asked.open ? text.until(short(dateInZone(asked.open_until, zone))) : text.closed}
      />
      {asked.children.map((child) => (
        <ChildCard key={child.student_id} asked={asked} child={child} answers={answers} reply={actionData} />
      ))}
      {asked.open ? null : <div>{call}</div>}
      <p className="text-[0.9375rem]">
        <a href="/family" className={linkClass}>
          {text.family}
        </a>
      </p>
    </Page>
  )
}

type ChildProps = {
  asked: AbsenceQuestion
  child: AskedChild
  answers: (typeof ABSENCE_ANSWERS)[number][]
  reply: ActionReply | undefined
}

function ChildCard({ asked, child, answers, reply }: ChildProps) {
  const text = useTexts(answerTexts)
  const { date: short } = useWritten()
  const tag = LANGUAGE_TAGS[useLanguage()]
  const { first_name, given, verdict } = child
  const own = reply?.form?.initialValue?.student_id === child.student_id ? reply : undefined
  const settled =
    verdict === "present" ? text.present(first_name) : verdict === "none" ? text.noVerdict(first_name) : null
  const when = [short(asked.scheduled_date), formatTimeIn(tag, asked.start_time)] as const
  return (
    <Card data-child={child.student_id} data-verdict={verdict}>
      <div className="grid gap-5">
        <p className="text-lg leading-snug font-semibold">
          {settled ?? text.missed(first_name, asked.title, ...when)}
        </p>
        {own?.toast ? (
          <p role="alert" className="rounded-md bg-danger-tint px-3 py-2 text-[0.9375rem]">
            <strong className="font-semibold">{own.toast.title}.</strong> {own.toast.description}
          </p>
        ) : null}
        {given && !settled ? (
          <div role="status" className="rounded-md bg-success-tint px-3 py-2 text-[0.9375rem]">
            <p className="font-semibold">{text.thanks(first_name, text.answers[given.answer])}</p>
            <p>{verdict === "excused" ? text.excused : text.explained}</p>
          </div>
        ) : null}
        {settled ? null : <Proven child={child} error={own?.form?.error?.file?.[0]} />}
        {settled ? null : <MakeUp child={child} open={asked.open} />}
        {asked.open && !settled ? <AnswerForm child={child} answers={answers} refused={own?.form} /> : null}
      </div>
    </Card>
  )
}

/** What became of a proof that was sent, and the form for one. */
function Proven({ child, error }: { child: AskedChild; error: string | undefined }) {
  const text = useTexts(proofTexts)
  const { proof, provable, student_id, verdict } = child
  if (verdict !== "absent") return null
  return (
    <>
      {proof ? (
        <p role="status" data-proof-state={proof.state} className="font-semibold wrap-anywhere">
          {text.state(proof)}
        </p>
      ) : null}
      {provable ? <ProofForm fields={{ student_id }} proof={proof} error={error} /> : null}
    </>
  )
}

type FormProps = Pick<ChildProps, "child" | "answers"> & { refused: ActionReply["form"] | undefined }

/** Folded once it was answered. What was refused is shown as it was sent. */
function AnswerForm({ child, answers, refused }: FormProps) {
  const text = useTexts(answerTexts)
  // The other forms of the child name what they want.
  const sent = refused?.initialValue?.intent ? null : refused
  const shown = sent?.initialValue ?? child.given
  const error = sent?.error
  const form = (
    <Form method="post" className="grid gap-4">
      <input type="hidden" name="student_id" value={child.student_id} />
      <fieldset className="grid gap-2" aria-invalid={error?.answer ? true : undefined}>
        <legend className="mb-2 font-semibold">{text.question(child.first_name)}</legend>
        {answers.map((answer) => (
          <label
            key={answer}
            className="flex min-h-12 cursor-pointer items-center gap-3 rounded-md border border-line-strong px-4 py-2 has-checked:border-primary has-checked:bg-primary-tint"
          >
            <input
              type="radio"
              name="answer"
              value={answer}
              required
              defaultChecked={shown?.answer === answer}
              className="size-5"
            />
            {text.answers[answer]}
          </label>
        ))}
        {error?.answer ? <p className="text-sm font-medium text-danger">{error.answer[0]}</p> : null}
      </fieldset>
      <Field label={text.note} id={`note-${child.student_id}`} optional errors={error?.note}>
        <TextArea name="note" rows={3} maxLength={300} defaultValue={String(shown?.note ?? "")} />
      </Field>
      <Button type="submit" className="w-full">
        {child.given ? text.change : text.send}
      </Button>
    </Form>
  )
  if (!child.given || error) return form
  return (
    <details>
      <summary className="min-h-11 cursor-pointer py-2.5 font-semibold text-primary-text">
        {text.change}
      </summary>
      <div className="pt-3">{form}</div>
    </details>
  )
}
