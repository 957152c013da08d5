import { Form, useNavigation } from "react-router"
import type { MessageProblem } from "#contract/notice-reasons.ts"
import type { SmsPreview, SmsTemplate } from "#contract/sms.ts"
import type { ActionReply } from "#ui/api.ts"
import { Badge } from "#ui/components/badge.tsx"
import { Button } from "#ui/components/button.tsx"
import { Card } from "#ui/components/card.tsx"
import { Disclosure } from "#ui/components/disclosure.tsx"
import { Field, TextArea, TextInput } from "#ui/forms/field.tsx"
import { useLanguage, useTexts } from "#ui/messages/use-messages.ts"
import { noticeReasonsTexts } from "../notice-reasons.texts.ts"
import { smsTexts } from "./sms.texts.ts"

type Typed = Record<string, string> | undefined
type Reply = (ActionReply & { preview: SmsPreview | null; typed: Typed }) | undefined

/** One template, folded at first. It stays open after a check or refusal, with the reasons. */
export function SmsTemplateCard({ template, reply }: { template: SmsTemplate; reply: Reply }) {
  const text = useTexts(smsTexts).template
  const { kind, language, saved, problems } = template
  const given = reply?.typed
  const isAbout = given?.kind === kind && given.language === language
  const preview = isAbout ? (reply?.preview ?? null) : null
  return (
    <Card as="li" flush data-template={`${kind}.${language}`}>
      <Disclosure opens={isAbout}>
        <summary className="flex min-h-14 cursor-pointer flex-wrap items-center justify-between gap-2 px-5 py-3 sm:px-6">
          <span className="font-semibold">
            {text.kinds[kind]}{" "}
            <span className="font-normal text-ink-muted">· {text.languages[language]}</span>
          </span>
          {problems.length > 0 ? (
            <Badge tone="danger">{text.rejected}</Badge>
          ) : (
            <Badge tone={saved ? "success" : "neutral"}>{saved ? text.used : text.notRegistered}</Badge>
          )}
        </summary>
        <div className="grid gap-5 border-t border-line px-5 py-5 sm:px-6">
          {problems.length > 0 ? <Problems problems={problems} /> : null}
          <TemplateForm
            template={template}
            typed={isAbout ? given : undefined}
            reply={isAbout ? reply : undefined}
          />
          {preview ? <Preview preview={preview} /> : null}
        </div>
      </Disclosure>
    </Card>
  )
}

function TemplateForm({ template, typed, reply }: { template: SmsTemplate; typed: Typed; reply: Reply }) {
  const { template: text, save } = useTexts(smsTexts)
  const { kind, language, names } = template
  const sent = useNavigation().formData
  const busy = sent?.get("kind") === kind && sent?.get("language") === language
  const errors = reply?.form?.error
  return (
    <Form method="post" preventScrollReset className="grid gap-5">
      <input type="hidden" name="kind" value={kind} />
      <input type="hidden" name="language" value={language} />
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label={text.id} hint={text.idHint} errors={errors?.template_id}>
          <TextInput
            name="template_id"
            inputMode="numeric"
            defaultValue={typed?.template_id ?? template.template_id}
            required
          />
        </Field>
        <Field label={text.providers} hint={text.providersHint} optional>
          <TextInput
            name="provider_template"
            defaultValue={typed?.provider_template ?? template.provider_template ?? ""}
          />
        </Field>
      </div>
      <Field label={text.body} hint={text.bodyHint} errors={errors?.body}>
        <TextArea name="body" rows={4} defaultValue={typed?.body ?? template.body} required />
      </Field>
      <div className="grid gap-5 sm:grid-cols-[minmax(0,1fr)_10rem]">
        <Field label={text.values} hint={text.available(names.join(", "))} errors={errors?.variables}>
          <TextInput name="variables" defaultValue={typed?.variables ?? template.variables.join(", ")} />
        </Field>
        <Field label={text.longest} errors={errors?.variable_length}>
          <TextInput
            name="variable_length"
            type="number"
            min={1}
            max={250}
            defaultValue={typed?.variable_length ?? template.variable_length}
          />
        </Field>
      </div>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" name="intent" value="check" variant="secondary" busy={busy}>
          {text.check}
        </Button>
        <Button type="submit" name="intent" value="save" busy={busy}>
          {save}
        </Button>
      </div>
    </Form>
  )
}

function Preview({ preview }: { preview: SmsPreview }) {
  const text = useTexts(smsTexts).template
  const { encoding, units, parts, notice_id, problems } = preview
  return (
    <section className="grid gap-3" data-preview>
      <h3 className="font-semibold">{notice_id ? text.asParentSees : text.samples}</h3>
      <p className="rounded-md bg-surface-sunken px-4 py-3 break-words whitespace-pre-wrap">{preview.text}</p>
      <p className="text-sm text-ink-muted tabular-nums">{text.size(units, encoding === "gsm", parts)}</p>
      {problems.length > 0 ? (
        <Problems problems={problems} />
      ) : (
        <p className="text-sm font-medium text-success">{text.accepted}</p>
      )}
    </section>
  )
}

function Problems({ problems }: { problems: MessageProblem[] }) {
  const text = useTexts(noticeReasonsTexts)
  const language = useLanguage()
  return (
    <ul role="alert" lang={language} className="grid gap-1 rounded-md bg-danger-tint px-4 py-3 text-sm">
      {problems.map((problem) => (
        <li key={JSON.stringify(problem)}>{text.problem(problem)}</li>
      ))}
    </ul>
  )
}
