import { ORPCError } from "@orpc/client"
import { data, Form, useNavigation } from "react-router"
import { z } from "zod"
import { IMPORT_KINDS, type ImportKind, type ImportPreview } from "#contract/admin/admin-import.ts"
import type { ListProblem } from "#contract/admin/import-problems.ts"
import { LIST_COLUMNS } from "#features/admin/list-columns.ts"
import { type PageRequest, pageRequest, redirectWithToast, serveButton, serveForm } from "#ui/api.ts"
import { Button, buttonClass } from "#ui/components/button.tsx"
import { Card } from "#ui/components/card.tsx"
import { TabLinks } from "#ui/components/tabs.tsx"
import { Field, TextArea } from "#ui/forms/field.tsx"
import { FileInput, useFileKey } from "#ui/forms/file-input.tsx"
import { PROOF_NEEDED } from "#ui/forms/proof-asked.ts"
import { ProvenLink } from "#ui/forms/proven-link.tsx"
import { languageOf } from "#ui/language.ts"
import { Link } from "#ui/link.tsx"
import { useTexts } from "#ui/messages/use-messages.ts"
import { AdminPage, adminMeta, adminRequest, pressed } from "../admin-page.tsx"
import type { Route } from "./+types/import.page.ts"
import { importTexts } from "./import.texts.ts"
import { ImportHistory } from "./import-history.tsx"
import { PreviewCard } from "./import-preview.tsx"
import { importProblemsTexts } from "./import-problems.texts.ts"

export const handle = { translated: true }

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
  const imports = await page.api.admin.imports()
  return { kind, kinds: IMPORT_KINDS, columns, imports, zone: page.zone, now: page.now }
}

export async function action(args: Route.ActionArgs) {
  adminRequest(args)
  const intent = await pressed(args.request)
  let preview = null as ImportPreview | null
  let text = ""
  const reply = await (intent === "undo" || intent === "invite" || intent === "invite-again"
    ? serveHistory(args, intent)
    : serveForm(args, List, async (list, page) => {
        // A file takes precedence over the text in the box.
        text = list.file instanceof File && list.file.size > 0 ? await list.file.text() : list.text
        const work = { kind: list.kind, text }
        if (intent === "confirm") return confirm(page, work).catch((error) => showUnreadable(page, error))
        preview = await page.api.admin.previewImport(work).catch((error) => showUnreadable(page, error))
        return { tone: "info", title: importTexts[page.language].checked }
      }))
  if (reply instanceof Response) return reply
  // Errors may have appeared since the preview: show the current state. While a proof is asked for, it stays.
  const { code } = reply.data
  if (code === "IMPORT_REFUSED" || (code === PROOF_NEEDED && intent === "confirm")) {
    const kind = chosenKind(new URL(args.request.url).searchParams)
    preview = await args.context.get(pageRequest).api.admin.previewImport({ kind, text })
  }
  return data({ ...reply.data, toast: preview ? null : reply.data.toast, preview, text }, reply.init ?? {})
}

/** Tells at the field why the list can't be read. */
function showUnreadable({ language }: PageRequest, error: unknown): never {
  if (!(error instanceof ORPCError) || error.code !== "LIST_UNREADABLE") throw error
  const text = importProblemsTexts[language].list(error.data as ListProblem)
  throw new ORPCError("FIELD_ERRORS", { status: error.status, data: { fields: { text } } })
}

async function confirm({ api, language }: PageRequest, list: { kind: ImportKind; text: string }) {
  const text = importTexts[language]
  const { created, same } = await api.admin.confirmImport(list)
  return redirectWithToast(`/admin/import?kind=${list.kind}`, {
    tone: "success",
    title: created === 0 ? text.nothingNew : text.imported(created),
    ...(same > 0 && created > 0 && { description: text.unchanged(same) }),
  })
}

function serveHistory(args: Route.ActionArgs, intent: "undo" | "invite" | "invite-again") {
  return serveButton(args, async ({ api, language }) => {
    const text = importTexts[language].history
    const import_id = String((await args.request.formData()).get("import_id"))
    if (intent === "undo") {
      await api.admin.undoImport({ import_id })
      const toast = { tone: "info" as const, title: text.started, description: text.startedText }
      return redirectWithToast("/admin/import", toast)
    }
    const { invited } = await api.admin.inviteImported({
      import_id,
      whom: intent === "invite-again" ? "again" : "new",
    })
    return redirectWithToast("/admin/import", { tone: "success", title: text.invited(invited) })
  })
}

export function meta({ matches }: Route.MetaArgs) {
  return adminMeta(matches, importTexts[languageOf(matches)].title)
}

/** Imports whole lists: first a preview, then all at once. */
export default function ImportPage({ loaderData, actionData }: Route.ComponentProps) {
  const { kind, kinds, columns, imports, zone, now } = loaderData
  const text = useTexts(importTexts)
  const shown = actionData ?? null
  const errors = actionData?.form?.error
  const fileKey = useFileKey(actionData?.preview ?? errors?.text)
  return (
    <AdminPage title={text.title} description={text.description} flash={actionData?.toast}>
      <TabLinks
        label={text.kindsLabel}
        tabs={kinds.map((value) => ({ value, label: text.kinds[value] }))}
        param="kind"
      />
      <div className="grid gap-8 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="grid min-w-0 content-start gap-8">
          {shown?.preview ? <PreviewCard kind={kind} preview={shown.preview} list={shown.text} /> : null}
          <ListForm
            key={kind}
            kind={kind}
            list={shown?.text ?? ""}
            fileKey={fileKey}
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

type ListFormProps = { kind: ImportKind; list: string; fileKey: number; errors: string[] | undefined }

function ListForm({ kind, list, fileKey, errors }: ListFormProps) {
  const text = useTexts(importTexts)
  const busy = useNavigation().formData?.get("intent") === "preview"
  return (
    <Card title={text.list} description={text.explained[kind]}>
      <Form method="post" encType="multipart/form-data" className="grid gap-6">
        <input type="hidden" name="kind" value={kind} />
        <Field label={text.file} optional>
          <FileInput key={fileKey} accept=".csv,.tsv,.txt,text/csv" />
        </Field>
        <Field label={text.paste} hint={text.pasteHint} errors={errors}>
          <TextArea
            key={fileKey}
            name="text"
            rows={8}
            defaultValue={list}
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
          busyLabel={text.checking}
        >
          {text.check}
        </Button>
      </Form>
    </Card>
  )
}

type ColumnsProps = { kind: ImportKind; columns: Route.ComponentProps["loaderData"]["columns"] }

function ColumnsCard({ kind, columns }: ColumnsProps) {
  const text = useTexts(importTexts)
  return (
    <Card title={text.columns}>
      <ul className="grid gap-1.5 text-[0.9375rem]">
        {columns.map(({ name, required }) => (
          <li key={name} className="flex justify-between gap-4">
            <code className="text-sm">{name}</code>
            {required ? <span className="text-sm text-ink-muted">{text.required}</span> : null}
          </li>
        ))}
      </ul>
      <div className="mt-5 grid justify-items-start gap-2">
        <a href={`/admin/export/template-${kind}.csv`} download className={buttonClass({ variant: "link" })}>
          {text.template}
        </a>
        <ProvenLink href={`/admin/export/${kind}.csv`} className={buttonClass({ variant: "link" })}>
          {text.current}
        </ProvenLink>
        <Link to="/admin/people" className={buttonClass({ variant: "link" })}>
          {text.inviteOne}
        </Link>
      </div>
    </Card>
  )
}
