import { Form, useNavigation } from "react-router"
import { z } from "zod"
import type { Setting } from "#contract/admin/admin.ts"
import { SupplierDraft } from "#contract/bills.ts"
import { SAVE_SUPPLIER, SupplierCard } from "#features/payments/web/supplier.card.tsx"
import { dateInZone } from "#shared/time.ts"
import { redirectWithToast, serveButton, serveForm } from "#ui/api.ts"
import { Badge } from "#ui/components/badge.tsx"
import { Button } from "#ui/components/button.tsx"
import { Card } from "#ui/components/card.tsx"
import { EndBar } from "#ui/components/end-bar.tsx"
import { Checkbox, Field, TextInput } from "#ui/forms/field.tsx"
import { FormError } from "#ui/forms/form-error.tsx"
import { languageOf } from "#ui/language.ts"
import { useTexts } from "#ui/messages/use-messages.ts"
import { AdminPage, adminMeta, adminRequest, pressed } from "../admin-page.tsx"
import type { Route } from "./+types/settings.page.ts"
import { IntegrationsCard } from "./integrations.card.tsx"
import { settingsTexts, settingTextOf } from "./settings.texts.ts"

export const handle = { translated: true }

const GROUPS = ["academy", "payments", "shop", "classes", "messages", "people", "keeping"] as const
const RESET = "reset:"
/** A form of its own, so that Enter in a field saves and a reset sends nothing that was typed. */
const RESET_FORM = "reset"

export async function loader(args: Route.LoaderArgs) {
  const { api, now, zone } = adminRequest(args)
  const [settings, integrations, supplier] = await Promise.all([
    api.admin.settings(),
    api.integrations.list(),
    api.bills.supplier(),
  ])
  return { settings, integrations, supplier, zone, today: dateInZone(now, zone) }
}

export async function action(args: Route.ActionArgs) {
  const intent = await pressed(args.request)
  if (intent === SAVE_SUPPLIER) {
    return serveForm(args, SupplierDraft, async (draft, { api, language }) => {
      await api.bills.enterSupplier(draft)
      // Loaded again, because the form then shows what was entered.
      const title = settingsTexts[language].sellerSaved
      return redirectWithToast("/admin/settings", { tone: "success", title }, "document")
    })
  }
  if (intent.startsWith(RESET)) {
    return serveButton(args, async ({ api, language }) => {
      const text = settingsTexts[language]
      const name = intent.slice(RESET.length)
      await api.admin.resetSetting({ name })
      const title = text.wasReset(settingTextOf(text, name).label)
      // In place, because the other fields keep what was typed.
      return redirectWithToast("/admin/settings", { tone: "success", title })
    })
  }
  const switches = new Set((await args.request.clone().formData()).getAll("switches").map(String))
  return serveForm(args, z.record(z.string(), z.unknown()), async (typed, { api, language }) => {
    const { intent: _, switches: __, ...fields } = typed
    const values = Object.fromEntries(
      Object.entries(fields).map(([name, value]) => [name, String(value ?? "")]),
    )
    for (const name of switches) values[name] = String(fields[name] === "on")
    const { changed } = await api.admin.changeSettings({ values })
    const text = settingsTexts[language]
    const title = changed.length === 0 ? text.nothing : text.saved
    const description = changed.map((name) => settingTextOf(text, name).label).join(", ")
    // Loaded again, because the page's frame shows the name and contacts.
    return redirectWithToast(
      "/admin/settings",
      { tone: "success", title, ...(description && { description }) },
      "document",
    )
  })
}

export function meta({ matches }: Route.MetaArgs) {
  return adminMeta(matches, settingsTexts[languageOf(matches)].title)
}

/** The academy's own settings, which apply immediately and without a restart. */
export default function SettingsPage({ loaderData, actionData }: Route.ComponentProps) {
  const text = useTexts(settingsTexts)
  const busy = useNavigation().state === "submitting"
  // Two forms are on this page: the answer is for the one whose button was pressed.
  const reply = actionData?.form ?? null
  const isSellers = reply?.initialValue?.intent === SAVE_SUPPLIER
  const errors = (isSellers ? null : reply?.error) ?? {}
  const typed = (isSellers ? undefined : reply?.initialValue) as Record<string, string> | undefined
  const issues = Object.entries(errors).flatMap(([name, texts]) =>
    (texts ?? []).map((message) => ({ message, fieldId: name })),
  )
  return (
    <AdminPage title={text.title} description={text.description} flash={actionData?.toast}>
      <div className="grid gap-6 xl:grid-cols-[minmax(0,56rem)_auto] xl:gap-x-12">
        <GroupLinks />
        <Form method="post" className="grid gap-6 xl:col-start-1 xl:row-start-1" noValidate>
          <FormError issues={issues} />
          {GROUPS.map((group) => (
            <Card
              key={group}
              id={group}
              className="scroll-mt-24"
              title={text.groups[group].label}
              description={text.groups[group].explanation}
            >
              <div className="grid gap-6">
                {loaderData.settings
                  .filter((setting) => setting.group === group)
                  .map((setting) => (
                    <SettingRow
                      // A reset row shows its default.
                      key={`${setting.name} ${setting.source}`}
                      setting={setting}
                      typed={typed?.[setting.name]}
                      resent={typed !== undefined}
                      errors={errors[setting.name] ?? undefined}
                    />
                  ))}
              </div>
            </Card>
          ))}
          <EndBar>
            <Button type="submit" name="intent" value="save" busy={busy} busyLabel={text.saving}>
              {text.save}
            </Button>
          </EndBar>
        </Form>
        <Form method="post" id={RESET_FORM} preventScrollReset hidden />
        <div className="grid gap-6 xl:col-start-1">
          <SupplierCard
            setting={loaderData.supplier}
            today={loaderData.today}
            refused={isSellers ? reply : null}
          />
          <IntegrationsCard integrations={loaderData.integrations} zone={loaderData.zone} />
        </div>
      </div>
    </AdminPage>
  )
}

/** Leads to each group of a long page: beside it where there is room, else above. */
function GroupLinks() {
  const text = useTexts(settingsTexts)
  return (
    <nav
      aria-label={text.sections}
      className="flex flex-wrap gap-x-4 text-[0.9375rem] xl:sticky xl:top-24 xl:row-span-2 xl:grid xl:content-start xl:self-start"
    >
      {GROUPS.map((group) => (
        <a
          key={group}
          href={`#${group}`}
          className="py-2 text-ink-muted underline-offset-4 hover:text-ink hover:underline"
        >
          {text.groups[group].label}
        </a>
      ))}
    </nav>
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

const INPUTS: Partial<Record<Setting["kind"], string>> = {
  number: "number",
  email: "email",
  phone: "tel",
  url: "url",
}

const MAY_BE_EMPTY: readonly Setting["kind"][] = ["upi-id", "name", "pins", "dates", "centres"]

function SettingControl({ setting, typed, resent, errors }: RowProps) {
  const { name, kind, value, least, most, fixed } = setting
  const said = settingTextOf(useTexts(settingsTexts), name)
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
  return (
    <Field id={name} label={said.label} hint={said.explanation} errors={errors}>
      <TextInput
        name={name}
        type={INPUTS[kind] ?? "text"}
        required={!MAY_BE_EMPTY.includes(kind)}
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
  const text = useTexts(settingsTexts)
  const spoken = typeof usual === "boolean" ? (usual ? text.on : text.off) : String(usual) || text.empty
  return (
    <div className="grid content-start justify-items-start gap-1.5 text-sm text-ink-muted">
      <Badge tone={source === "admin" ? "primary" : "neutral"}>{text.sources[source]}</Badge>
      {variable && source !== "default" ? <code className="text-xs break-all">{variable}</code> : null}
      {fixed ? <p>{text.zoneFixed}</p> : null}
      {source === "admin" ? (
        <>
          <p>
            {text.usual} <span className="font-semibold">{spoken}</span>
          </p>
          <Button type="submit" form={RESET_FORM} name="intent" value={`${RESET}${name}`} variant="link">
            {text.reset}
          </Button>
        </>
      ) : null}
    </div>
  )
}
