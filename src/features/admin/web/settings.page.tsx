import { Form, useNavigation } from "react-router"
import { z } from "zod"
import type { Setting } from "#contract/admin/admin.ts"
import { redirectWithToast, serveButton, serveForm } from "#ui/api.ts"
import { Badge } from "#ui/components/badge.tsx"
import { Button } from "#ui/components/button.tsx"
import { Card } from "#ui/components/card.tsx"
import { Checkbox, Field, TextInput } from "#ui/forms/field.tsx"
import { FormError } from "#ui/forms/form-error.tsx"
import type { Route } from "./+types/settings.page.ts"
import { AdminPage, adminMeta, adminRequest, pressed } from "./admin-page.tsx"
import { IntegrationsCard } from "./settings/integrations.card.tsx"
import { groupTexts, settingTexts, sourceTexts } from "./settings.text.ts"

const GROUPS = ["academy", "classes", "messages", "people", "keeping"] as const
const RESET = "reset:"

export async function loader(args: Route.LoaderArgs) {
  const { api } = adminRequest(args)
  const [settings, integrations] = await Promise.all([api.admin.settings(), api.integrations.list()])
  return { settings, integrations }
}

export async function action(args: Route.ActionArgs) {
  const intent = await pressed(args.request)
  if (intent.startsWith(RESET)) {
    return serveButton(args, async ({ api }) => {
      const name = intent.slice(RESET.length)
      await api.admin.resetSetting({ name })
      const title = `Reset: ${settingTexts[name]?.label ?? name}`
      return redirectWithToast("/admin/settings", { tone: "success", title }, "document")
    })
  }
  const switches = new Set((await args.request.clone().formData()).getAll("switches").map(String))
  return serveForm(args, z.record(z.string(), z.unknown()), async (typed, { api }) => {
    const { intent: _, switches: __, ...fields } = typed
    const values = Object.fromEntries(
      Object.entries(fields).map(([name, value]) => [name, String(value ?? "")]),
    )
    for (const name of switches) values[name] = String(fields[name] === "on")
    const { changed } = await api.admin.changeSettings({ values })
    const title = changed.length === 0 ? "Nothing to save" : "Settings saved"
    const description = changed.map((name) => settingTexts[name]?.label ?? name).join(", ")
    // Loaded again, because the page's frame shows the name and contacts.
    return redirectWithToast(
      "/admin/settings",
      { tone: "success", title, ...(description && { description }) },
      "document",
    )
  })
}

export function meta() {
  return adminMeta("Settings")
}

/** The academy's own settings, which apply immediately and without a restart. */
export default function SettingsPage({ loaderData, actionData }: Route.ComponentProps) {
  const busy = useNavigation().state === "submitting"
  const errors = actionData?.form?.error ?? {}
  const typed = actionData?.form?.initialValue as Record<string, string> | undefined
  const issues = Object.entries(errors).flatMap(([name, texts]) =>
    (texts ?? []).map((message) => ({ message, fieldId: name })),
  )
  return (
    <AdminPage
      title="Settings"
      description="Changes apply immediately, for everyone. The audit log shows who made them."
      flash={actionData?.toast}
    >
      <Form method="post" className="grid max-w-4xl gap-6" noValidate>
        <FormError issues={issues} />
        {GROUPS.map((group) => (
          <Card key={group} title={groupTexts[group].label} description={groupTexts[group].explanation}>
            <div className="grid gap-6">
              {loaderData.settings
                .filter((setting) => setting.group === group)
                .map((setting) => (
                  <SettingRow
                    key={setting.name}
                    setting={setting}
                    typed={typed?.[setting.name]}
                    resent={typed !== undefined}
                    errors={errors[setting.name] ?? undefined}
                  />
                ))}
            </div>
          </Card>
        ))}
        <div className="sticky bottom-(--frame-below) -mx-4 border-t border-line bg-background/95 px-4 py-4 sm:mx-0 sm:px-0">
          <Button type="submit" name="intent" value="save" busy={busy} busyLabel="Saving...">
            Save settings
          </Button>
        </div>
      </Form>
      <div className="max-w-4xl">
        <IntegrationsCard integrations={loaderData.integrations} />
      </div>
    </AdminPage>
  )
}

type RowProps = {
  setting: Setting
  /** The field's value when the form was refused. */
  typed: string | undefined
  resent: boolean
  errors: string[] | undefined
}

function SettingRow({ setting, typed, resent, errors }: RowProps) {
  return (
    <div className="grid gap-3 border-line not-first:border-t not-first:pt-6 sm:grid-cols-[minmax(0,1fr)_12rem] sm:gap-6">
      <SettingControl setting={setting} typed={typed} resent={resent} errors={errors} />
      <Source setting={setting} />
    </div>
  )
}

function SettingControl({ setting, typed, resent, errors }: RowProps) {
  const { name, kind, value, least, most, fixed } = setting
  const said = settingTexts[name] ?? { label: name, explanation: "" }
  if (kind === "flag") {
    return (
      <div>
        <input type="hidden" name="switches" value={name} />
        <Checkbox
          id={name}
          name={name}
          label={<span className="font-semibold">{said.label}</span>}
          hint={said.explanation}
          defaultChecked={resent ? typed === "on" : value === true}
          errors={errors}
        />
      </div>
    )
  }
  const type = { number: "number", email: "email", phone: "tel", url: "url", zone: "text", text: "text" }[
    kind
  ]
  return (
    <Field id={name} label={said.label} hint={said.explanation} errors={errors}>
      <TextInput
        name={name}
        type={type}
        required
        readOnly={fixed !== null}
        defaultValue={typed ?? String(value)}
        {...(least !== null && { min: least })}
        {...(most !== null && { max: most })}
        autoComplete="off"
        className={kind === "number" ? "max-w-40" : undefined}
      />
    </Field>
  )
}

function Source({ setting }: { setting: Setting }) {
  const { name, source, usual, variable, fixed } = setting
  const spoken = typeof usual === "boolean" ? (usual ? "on" : "off") : String(usual)
  return (
    <div className="grid content-start justify-items-start gap-1.5 text-sm text-ink-muted">
      <Badge tone={source === "admin" ? "primary" : "neutral"}>{sourceTexts[source]}</Badge>
      {variable && source !== "default" ? <code className="text-xs break-all">{variable}</code> : null}
      {fixed ? <p>Can't be changed once classes are scheduled.</p> : null}
      {source === "admin" ? (
        <>
          <p>
            Default: <span className="font-semibold">{spoken}</span>
          </p>
          <Button type="submit" name="intent" value={`${RESET}${name}`} variant="link" formNoValidate>
            Reset
          </Button>
        </>
      ) : null}
    </div>
  )
}
