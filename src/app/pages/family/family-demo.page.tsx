import { Form } from "react-router"
import { z } from "zod"
import { callbackTime } from "#features/classes/callback.ts"
import { isFull } from "#features/classes/rules.ts"
import { DEMO_CLASSES } from "#features/content/web/home-sections.tsx"
import { type PageRequest, pageRequest, redirectWithToast, serveForm } from "#ui/api.ts"
import { Button, ButtonLink } from "#ui/components/button.tsx"
import { Card } from "#ui/components/card.tsx"
import { EmptyState } from "#ui/components/empty-state.tsx"
import { FieldNotes } from "#ui/forms/field.tsx"
import { FormError } from "#ui/forms/form-error.tsx"
import { useForm } from "#ui/forms/use-form.ts"
import { languageOf } from "#ui/language.ts"
import { sayStart } from "#ui/messages/day-words.ts"
import { useTexts } from "#ui/messages/use-messages.ts"
import { Page, PageHeader } from "#ui/page.tsx"
import { useSaidStart } from "#ui/said-time.ts"
import { ownDocument } from "#ui/visitor/own-document.server.ts"
import type { Route } from "./+types/family-demo.page.ts"
import { loadChildDemo } from "./family-demo.load.ts"
import { familyDemoTexts } from "./family-demo.texts.ts"

export const handle = { static: true, own: true, translated: true }

export const middleware = [ownDocument]

export function meta({ matches }: Route.MetaArgs) {
  return [{ title: familyDemoTexts[languageOf(matches)].title }, { name: "robots", content: "noindex" }]
}

export function loader({ request, context, params }: Route.LoaderArgs) {
  return loadChildDemo(context.get(pageRequest), request, params.classId)
}

const Choice = z.object({ student_id: z.uuid("CHILD_MISSING") })

/** What a refusal says about the child, and so at the choice. */
const OF_CHILD = new Set([
  "CHILD_TRIAL_TAKEN",
  "RIGHT_MISSING",
  "STUDENT_DECIDES",
  "CHILD_CLOSED",
  "REQUEST_DECLINED",
  "TOO_MANY_REQUESTS",
])

export async function action(args: Route.ActionArgs) {
  const page = args.context.get(pageRequest)
  const { demo, children } = await loadChildDemo(page, args.request.clone(), args.params.classId)
  const text = familyDemoTexts[page.language]
  const reply = await serveForm(
    args,
    Choice,
    async ({ student_id }) => {
      const sent = await page.api.classes.requestChildDemo({ student_id, class_id: demo.id })
      const name = children.find((child) => child.student_id === student_id)?.first_name ?? sent.student_name
      return redirectWithToast("/family", confirmationOf(page, name, demo, sent), "document")
    },
    text.failed,
  )
  if (reply instanceof Response) return reply
  const { form, code } = reply.data
  if (form?.error && code && OF_CHILD.has(code)) form.error = { student_id: form.error[""] ?? null }
  return reply
}

type Loaded = Route.ComponentProps["loaderData"]
type Sent = Awaited<ReturnType<PageRequest["api"]["classes"]["requestChildDemo"]>>

/** What happens next, for the family page. */
function confirmationOf(
  page: PageRequest,
  name: string,
  { title, instructor_name }: Loaded["demo"],
  sent: Sent,
) {
  const { now, zone, language } = page
  const text = familyDemoTexts[language]
  if (sent.status === "approved") {
    const description = `${title}: ${sayStart(page, sent)}`
    return { tone: "success" as const, title: text.confirmed(name), description }
  }
  const callBy = sent.callback_by && callbackTime(sent.callback_by, now, zone, language)
  const description = text.requestedText(instructor_name, sent.waitlist_position, callBy)
  return { tone: "success" as const, title: text.requested(name), description }
}

/** Where a guardian chooses for which child a demo class is requested. */
export default function FamilyDemoPage({ loaderData, actionData }: Route.ComponentProps) {
  const { demo, open, children } = loaderData
  const text = useTexts(familyDemoTexts)
  const saidStart = useSaidStart()
  const free = demo.max_capacity - demo.enrolled_count - demo.held_count
  const choosable = children.some(({ state }) => state === null || state === "offered")
  return (
    <Page width="narrow">
      <PageHeader back={{ to: "/family", label: text.back }} title={text.title} />
      <Card title={demo.title} description={text.with(demo.instructor_name)}>
        <div className="grid gap-1">
          <p className="font-semibold first-letter:uppercase">{saidStart(demo)}</p>
          {demo.venue_name ? <p className="text-ink-muted">{demo.venue_name}</p> : null}
          {open ? <p className="text-ink-muted">{isFull(demo) ? text.full : text.seats(free)}</p> : null}
        </div>
      </Card>
      {open && choosable ? (
        <RequestForm loaded={loaderData} reply={actionData} />
      ) : (
        <NothingToAsk loaded={loaderData} />
      )}
    </Page>
  )
}

function RequestForm({ loaded, reply }: { loaded: Loaded; reply: Route.ComponentProps["actionData"] }) {
  const text = useTexts(familyDemoTexts)
  const { children, demo, wanted } = loaded
  const choosable = children.filter(({ state }) => state === null || state === "offered")
  const [only] = choosable.length === 1 ? choosable : []
  const [form, fields] = useForm<z.infer<typeof Choice>>({
    id: "child-demo",
    lastResult: reply?.form,
    defaultValue: { student_id: wanted ?? only?.student_id },
  })
  const field = fields.student_id
  const chosen = field.initialValue ?? only?.student_id
  const [error] = field.errors ?? []
  const unconsented = choosable.filter(({ consented }) => !consented)
  return (
    <Form method="post" id={form.id} reloadDocument noValidate className="grid gap-6">
      <FormError id={form.errorId} issues={form.errors} title={reply?.toast?.title} />
      <fieldset className="grid gap-2" aria-describedby={error ? field.errorId : undefined}>
        <legend className="mb-2 text-lg font-semibold tracking-tight">{text.who}</legend>
        <div className="overflow-hidden rounded-card border border-line bg-surface">
          {children.map(({ student_id, first_name, state, trial }) => {
            const can = state === null || state === "offered"
            return (
              <label
                key={student_id}
                className="flex min-h-14 items-center gap-3 border-t border-line px-4 py-2.5 outline-offset-[-2px] first:border-t-0 has-checked:bg-primary-tint has-enabled:cursor-pointer has-enabled:hover:bg-surface-sunken"
              >
                <input
                  type="radio"
                  name={field.name}
                  value={student_id}
                  disabled={!can}
                  defaultChecked={can && chosen === student_id}
                  aria-invalid={error ? true : undefined}
                  className="size-5 shrink-0 accent-primary"
                />
                <span className="grid min-w-0 flex-1">
                  <span className={can ? "font-semibold" : "font-semibold text-ink-muted"}>{first_name}</span>
                  {state ? (
                    <span className="text-sm text-ink-muted">
                      <StateText state={state} trial={trial} />
                    </span>
                  ) : null}
                </span>
              </label>
            )
          })}
        </div>
        <FieldNotes hint={text.once} hintId={field.descriptionId} error={error} errorId={field.errorId} />
      </fieldset>
      {unconsented.map(({ student_id, first_name }) => (
        <p key={student_id} className="text-[0.9375rem]">
          {text.unconsented(first_name)}{" "}
          <ButtonLink
            to={`/guardian-dashboard?child=${student_id}&tab=consent`}
            reloadDocument
            variant="link"
          >
            {text.decide}
          </ButtonLink>
        </p>
      ))}
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" size="lg" className="max-sm:w-full">
          {only ? text[only.state === "offered" ? "takeFor" : "requestFor"](only.first_name) : text.request}
        </Button>
        <ButtonLink to={DEMO_CLASSES} reloadDocument variant="ghost" className="max-sm:w-full">
          {text.others}
        </ButtonLink>
      </div>
      {choosable.some(({ state }) => state === null) ? (
        <section className="grid gap-2">
          <h2 className="text-lg font-semibold tracking-tight">{text.next}</h2>
          <ol className="grid list-decimal gap-1.5 pl-5 text-[0.9375rem]">
            {text.steps(demo.instructor_name).map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
        </section>
      ) : null}
    </Form>
  )
}

type StateProps = { state: NonNullable<Loaded["children"][number]["state"]> } & Pick<
  Loaded["children"][number],
  "trial"
>

/** Why a child can't be chosen, with the earlier trial where that is why. */
function StateText({ state, trial }: StateProps) {
  const text = useTexts(familyDemoTexts)
  const saidStart = useSaidStart()
  return `${text.states[state]}${trial ? ` ${trial.class_title}, ${saidStart(trial)}` : ""}`
}

/** Says why the class can't be requested for any child, and what was requested already. */
function NothingToAsk({ loaded: { open, children, confirms } }: { loaded: Loaded }) {
  const text = useTexts(familyDemoTexts)
  const isAsked = children.some(({ state }) => state === "pending" || state === "approved")
  const title = open ? (isAsked ? text.askedTitle : text.noneTitle) : text.closedTitle
  const hasTrial = children.some(({ state }) => state === "trial")
  const why = isAsked ? text.asked : hasTrial ? text.once : confirms ? text.confirmFirst : text.none
  return (
    <>
      <EmptyState
        illustration="no-requests"
        title={title}
        text={open ? why : text.closedText}
        action={
          <div className="flex flex-wrap justify-center gap-3">
            <ButtonLink to="/family" reloadDocument>
              {text.toFamily}
            </ButtonLink>
            <ButtonLink to={DEMO_CLASSES} reloadDocument variant="secondary">
              {text.others}
            </ButtonLink>
          </div>
        }
      />
      {children.length > 0 ? (
        <ul className="grid gap-2 text-[0.9375rem]">
          {children.map(({ student_id, first_name, state, trial }) =>
            state ? (
              <li key={student_id}>
                <span className="font-semibold">{first_name}</span>: <StateText state={state} trial={trial} />
              </li>
            ) : null,
          )}
        </ul>
      ) : null}
    </>
  )
}
