import { data, Form, Link, useNavigation } from "react-router"
import { z } from "zod"
import { IMPORT_KINDS, type ImportKind, type ImportPreview } from "#contract/admin/admin-import.ts"
import { LIST_COLUMNS } from "#features/admin/list-columns.ts"
import { pageRequest, redirectWithToast, serveButton, serveForm } from "#ui/api.ts"
import { Button, buttonClass } from "#ui/components/button.tsx"
import { Card } from "#ui/components/card.tsx"
import { TabLinks } from "#ui/components/tabs.tsx"
import { controlClass, Field, TextArea, useControlProps } from "#ui/forms/field.tsx"
import { ProvenLink } from "#ui/forms/proven-link.tsx"
import type { Route } from "./+types/import.page.ts"
import { AdminPage, adminMeta, adminRequest, pressed } from "./admin-page.tsx"
import { importHistoryTexts } from "./import-history.texts.ts"
import { ImportHistory } from "./import-history.tsx"
import { PreviewCard } from "./import-preview.tsx"

const KINDS = [
  { value: "instructors", label: "Instructors" },
  { value: "students", label: "Students" },
  { value: "guardians", label: "Guardians" },
  { value: "courses", label: "Courses" },
  { value: "timetable", label: "Timetable" },
] as const

const EXPLAINED: Record<ImportKind, string> = {
  instructors: "They can teach right away. Invite them afterwards, and each chooses their own password.",
  students:
    "Include each student's guardian and programs, separated by semicolons. Students who already have an account join the programs in their row.",
  guardians: "For students who have no guardian on file yet.",
  courses: "Programs appear in the catalogue right away. Existing titles are left unchanged.",
  timetable: "Each row is one class. Its instructor must already exist, and its program too if you name one.",
}

const List = z.object({
  kind: z.enum(IMPORT_KINDS),
  text: z.string().default(""),
  file: z.unknown().optional(),
})

function chosenKind(params: URLSearchParams): ImportKind {
  return IMPORT_KINDS.find((kind) => kind === params.get("kind")) ?? "instructors"
}

export async function loader(args: Route.LoaderArgs) {
  const page = adminRequest(args)
  const kind = chosenKind(new URL(args.request.url).searchParams)
  const columns = LIST_COLUMNS[kind]
  return { kind, columns, imports: await page.api.admin.imports(), zone: page.zone, now: page.now }
}

export async function action(args: Route.ActionArgs) {
  adminRequest(args)
  const intent = await pressed(args.request)
  let preview = null as ImportPreview | null
  let text = ""
  const reply = await (intent === "undo" || intent === "invite" || intent === "invite-again"
    ? serveHistory(args, intent)
    : serveForm(args, List, async (list, { api }) => {
        // A file takes precedence over the text in the box.
        text = list.file instanceof File && list.file.size > 0 ? await list.file.text() : list.text
        if (intent === "confirm") return confirm(args, { kind: list.kind, text })
        preview = await api.admin.previewImport({ kind: list.kind, text })
        return { tone: "info", title: "Nothing has been saved yet" }
      }))
  if (reply instanceof Response) return reply
  // Errors may have appeared since the preview: show the current state.
  if (reply.data.code === "IMPORT_REFUSED") {
    const kind = chosenKind(new URL(args.request.url).searchParams)
    preview = await args.context.get(pageRequest).api.admin.previewImport({ kind, text })
  }
  return data({ ...reply.data, toast: preview ? null : reply.data.toast, preview, text }, reply.init ?? {})
}

async function confirm(args: Route.ActionArgs, list: { kind: ImportKind; text: string }) {
  const { created, same } = await args.context.get(pageRequest).api.admin.confirmImport(list)
  return redirectWithToast(`/admin/import?kind=${list.kind}`, {
    tone: "success",
    title: created === 0 ? "Everything was already there" : `${created} imported`,
    ...(same > 0 && created > 0 && { description: `${same} were already there and are unchanged.` }),
  })
}

function serveHistory(args: Route.ActionArgs, intent: "undo" | "invite" | "invite-again") {
  return serveButton(args, async ({ api, language }) => {
    const import_id = String((await args.request.formData()).get("import_id"))
    if (intent === "undo") {
      await api.admin.undoImport({ import_id })
      const { started, startedText } = importHistoryTexts[language]
      return redirectWithToast("/admin/import", { tone: "info", title: started, description: startedText })
    }
    const { invited } = await api.admin.inviteImported({
      import_id,
      whom: intent === "invite-again" ? "again" : "new",
    })
    return redirectWithToast("/admin/import", {
      tone: "success",
      title: invited === 0 ? "Everyone was already invited" : `${invited} invited by e-mail`,
    })
  })
}

export function meta() {
  return adminMeta("Import")
}

/** Imports whole lists: first a preview, then all at once. */
export default function ImportPage({ loaderData, actionData }: Route.ComponentProps) {
  const { kind, columns, imports, zone, now } = loaderData
  const shown = actionData ?? null
  const errors = actionData?.form?.error
  return (
    <AdminPage
      title="Import"
      description="Upload or paste a spreadsheet. Every row is checked before anything is saved."
      flash={actionData?.toast}
    >
      <TabLinks label="Kinds of list" tabs={KINDS} param="kind" />
      <div className="grid gap-8 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="grid min-w-0 content-start gap-8">
          {shown?.preview ? <PreviewCard kind={kind} preview={shown.preview} text={shown.text} /> : null}
          <ListForm
            key={kind}
            kind={kind}
            text={shown?.text ?? ""}
            errors={errors?.text ?? errors?.kind ?? undefined}
          />
        </div>
        <aside className="grid min-w-0 content-start gap-6">
          <ColumnsCard kind={kind} columns={columns} />
          <ImportHistory imports={imports} zone={zone} now={now} />
        </aside>
      </div>
    </AdminPage>
  )
}

function ListForm({ kind, text, errors }: { kind: ImportKind; text: string; errors: string[] | undefined }) {
  const busy = useNavigation().formData?.get("intent") === "preview"
  return (
    <Card title="Your list" description={EXPLAINED[kind]}>
      <Form method="post" encType="multipart/form-data" className="grid gap-6">
        <input type="hidden" name="kind" value={kind} />
        <Field label="CSV file" optional>
          <FileInput />
        </Field>
        <Field
          label="Or paste it"
          hint="Copy the cells from your spreadsheet, including the header row"
          errors={errors}
        >
          <TextArea
            name="text"
            rows={8}
            defaultValue={text}
            className="font-mono text-sm"
            spellCheck={false}
          />
        </Field>
        <Button
          type="submit"
          name="intent"
          value="preview"
          className="justify-self-end"
          busy={busy}
          busyLabel="Checking..."
        >
          Check the list
        </Button>
      </Form>
    </Card>
  )
}

function FileInput() {
  return (
    <input
      type="file"
      name="file"
      accept=".csv,.tsv,.txt,text/csv"
      {...useControlProps({})}
      className={`${controlClass} h-11 py-2 text-[0.9375rem] file:mr-3 file:border-0 file:bg-transparent file:font-semibold`}
    />
  )
}

type ColumnsProps = { kind: ImportKind; columns: Route.ComponentProps["loaderData"]["columns"] }

function ColumnsCard({ kind, columns }: ColumnsProps) {
  return (
    <Card title="Columns">
      <ul className="grid gap-1.5 text-[0.9375rem]">
        {columns.map(({ name, required }) => (
          <li key={name} className="flex justify-between gap-4">
            <code className="text-sm">{name}</code>
            {required ? <span className="text-sm text-ink-muted">required</span> : null}
          </li>
        ))}
      </ul>
      <div className="mt-5 grid justify-items-start gap-2">
        <a href={`/admin/export/template-${kind}.csv`} download className={buttonClass({ variant: "link" })}>
          Download a template
        </a>
        <ProvenLink href={`/admin/export/${kind}.csv`} className={buttonClass({ variant: "link" })}>
          Export current data
        </ProvenLink>
        <Link to="/admin/people" className={buttonClass({ variant: "link" })}>
          Invite one person
        </Link>
      </div>
    </Card>
  )
}
