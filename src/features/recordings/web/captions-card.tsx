import { Form, useNavigation } from "react-router"
import type { Captions } from "#contract/recordings/recordings.ts"
import { Button } from "#ui/components/button.tsx"
import { Card } from "#ui/components/card.tsx"
import { controlClass, Field, SelectInput, useControlProps } from "#ui/forms/field.tsx"
import { useTexts } from "#ui/messages/use-messages.ts"
import { CAPTION_LANGUAGE_NAMES } from "./captions.text.ts"
import { captionsTexts } from "./player.texts.ts"

type CaptionsCardProps = {
  captions: Captions[]
  errors: Record<string, string[] | null> | null
  /** What was chosen when the form was refused. */
  typed: { language?: string } | undefined
}

/** A recording's captions for its instructor: the existing ones, and a form to add one more language. */
export function CaptionsCard({ captions, errors, typed }: CaptionsCardProps) {
  const text = useTexts(captionsTexts)
  const busy = useNavigation().formData?.get("intent") === "set-captions"
  return (
    <Card title={text.title} description={text.description}>
      <div className="grid gap-5">
        {captions.length === 0 ? null : (
          <ul>
            {captions.map((one) => (
              <CaptionsLine key={one.language} captions={one} />
            ))}
          </ul>
        )}
        <Form
          key={captions.map((one) => String(one.created_at)).join()}
          method="post"
          encType="multipart/form-data"
          preventScrollReset
          className="grid items-start gap-4 sm:grid-cols-[12rem_minmax(0,1fr)_auto]"
        >
          <Field label={text.language} errors={errors?.language}>
            <SelectInput
              name="language"
              defaultValue={typed?.language ?? "en"}
              options={Object.entries(CAPTION_LANGUAGE_NAMES).map(([value, label]) => ({ value, label }))}
            />
          </Field>
          <Field label={text.file} errors={errors?.file}>
            <CaptionsInput />
          </Field>
          <Button
            type="submit"
            name="intent"
            value="set-captions"
            variant="secondary"
            className="sm:mt-6.5"
            busy={busy}
            busyLabel={text.uploading}
          >
            {text.upload}
          </Button>
        </Form>
      </div>
    </Card>
  )
}

function CaptionsLine({ captions: { language, cues } }: { captions: Captions }) {
  const text = useTexts(captionsTexts)
  const name = CAPTION_LANGUAGE_NAMES[language]
  return (
    <li
      data-captions={language}
      className="flex flex-wrap items-center justify-between gap-4 border-b border-line py-2.5 first:pt-0"
    >
      <p>
        <span className="font-semibold" lang={language}>
          {name}
        </span>{" "}
        <span className="text-sm text-ink-muted">{text.count(cues)}</span>
      </p>
      <Form method="post" preventScrollReset>
        <input type="hidden" name="language" value={language} />
        <Button
          type="submit"
          name="intent"
          value="remove-captions"
          variant="ghost"
          size="sm"
          aria-label={text.removeNamed(name)}
        >
          {text.remove}
        </Button>
      </Form>
    </li>
  )
}

function CaptionsInput() {
  return (
    <input
      type="file"
      name="file"
      required
      accept=".vtt,text/vtt"
      {...useControlProps({})}
      className={`${controlClass} h-11 py-2 text-[0.9375rem] file:mr-3 file:border-0 file:bg-transparent file:font-semibold`}
    />
  )
}
