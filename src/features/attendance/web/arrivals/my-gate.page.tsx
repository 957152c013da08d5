import { Form, redirect } from "react-router"
import { z } from "zod"
import { dashboardPath, pageRequest, redirectWithToast, requireViewer, serveForm } from "#ui/api.ts"
import { Button, ButtonLink } from "#ui/components/button.tsx"
import { Card } from "#ui/components/card.tsx"
import { EmptyState } from "#ui/components/empty-state.tsx"
import { Field, TextInput } from "#ui/forms/field.tsx"
import { FormError } from "#ui/forms/form-error.tsx"
import { inputProps } from "#ui/forms/form-props.ts"
import { useForm } from "#ui/forms/use-form.ts"
import { languageOf } from "#ui/language.ts"
import { useTexts } from "#ui/messages/use-messages.ts"
import { Page, PageHeader } from "#ui/page.tsx"
import { drawQrCode } from "#ui/qr-code.server.ts"
import { ownDocument } from "#ui/visitor/own-document.server.ts"
import type { Route } from "./+types/my-gate.page.ts"
import { groupDigits } from "./code-groups.ts"
import { myGateTexts } from "./my-gate.texts.ts"

export const handle = { static: true, own: true, translated: true }

export const middleware = [ownDocument]

const PATH = "/family/gate"

export function meta({ matches }: Route.MetaArgs) {
  return [{ title: myGateTexts[languageOf(matches)].title }, { name: "robots", content: "noindex" }]
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const page = context.get(pageRequest)
  const viewer = requireViewer(page, request, "/guardian")
  if (viewer.role !== "guardian") throw redirect(dashboardPath(viewer.role))
  const gate = await page.api.attendance.myGate()
  return { ...gate, qr: drawQrCode(gate.code) }
}

const Change = z.object({
  student_id: z.uuid(),
  name: z.string().optional(),
  /** Whom to take off the list. */
  remove: z.uuid().optional(),
})

export async function action(args: Route.ActionArgs) {
  return serveForm(args, Change, async ({ student_id, remove, name = "" }, { api, language }) => {
    const text = myGateTexts[language]
    if (remove) await api.attendance.removeCollector({ student_id, collector_id: remove })
    else await api.attendance.addCollector({ student_id, name })
    const title = remove ? text.removed : text.added(name)
    return redirectWithToast(PATH, { tone: "success", title }, "document")
  })
}

/** What a guardian shows at the gate, and who else may collect the children. */
export default function MyGatePage({ loaderData: { code, qr, children }, actionData }: Route.ComponentProps) {
  const text = useTexts(myGateTexts)
  return (
    <Page width="reading">
      <PageHeader
        back={{ to: "/family", label: text.back }}
        title={text.title}
        description={text.description}
      />
      <Card>
        <div className="grid justify-items-center gap-4 text-center">
          <img src={qr} alt={text.qr} width={240} height={240} className="rounded-card bg-white" />
          <p data-gate-code className="text-4xl font-bold tracking-wider">
            {groupDigits(code)}
          </p>
          <p className="text-ink-muted">{text.today}</p>
        </div>
      </Card>
      {children.length === 0 ? (
        <EmptyState illustration="no-requests" title={text.noChildren} text={text.noChildrenText} />
      ) : (
        <h2 className="text-heading">{text.collectors}</h2>
      )}
      {children.map((child) => (
        <ChildCollectors
          key={child.student_id}
          child={child}
          reply={actionData?.form?.initialValue?.student_id === child.student_id ? actionData : undefined}
        />
      ))}
    </Page>
  )
}

type Child = Route.ComponentProps["loaderData"]["children"][number]

function ChildCollectors({ child, reply }: { child: Child; reply: Route.ComponentProps["actionData"] }) {
  const text = useTexts(myGateTexts)
  const { student_id, name, young, collectors } = child
  const [form, fields] = useForm<{ name: string }>({ id: `add-${student_id}`, lastResult: reply?.form })
  return (
    <Card title={name} description={young ? text.young : text.older}>
      <div className="grid gap-5">
        {collectors.length > 0 ? (
          <ul className="grid gap-2">
            {collectors.map(({ id, name: collector }) => (
              <li key={id} className="flex items-center justify-between gap-4">
                <span className="min-w-0 wrap-anywhere">{collector}</span>
                <Form method="post" reloadDocument>
                  <input type="hidden" name="student_id" value={student_id} />
                  <Button
                    type="submit"
                    variant="secondary"
                    size="sm"
                    name="remove"
                    value={id}
                    aria-label={text.removeNamed(collector)}
                  >
                    {text.remove}
                  </Button>
                </Form>
              </li>
            ))}
          </ul>
        ) : (
          <p className="text-ink-muted">{text.nobody}</p>
        )}
        <Form method="post" id={form.id} reloadDocument noValidate className="grid gap-4">
          <FormError issues={form.errors} id={form.errorId} />
          <input type="hidden" name="student_id" value={student_id} />
          <div className="flex flex-wrap items-start gap-3">
            <Field label={text.name} field={fields.name} className="min-w-0 flex-1 basis-56">
              <TextInput {...inputProps(fields.name)} maxLength={80} autoComplete="off" />
            </Field>
            <Button type="submit" variant="secondary" className="sm:mt-6.5">
              {text.add}
            </Button>
          </div>
        </Form>
        <ButtonLink to={`/cards/${student_id}`} reloadDocument variant="link" className="w-fit">
          {text.card(name)}
        </ButtonLink>
      </div>
    </Card>
  )
}
