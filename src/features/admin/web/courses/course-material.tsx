import type { SubmissionResult } from "@conform-to/react"
import { Form, useNavigation } from "react-router"
import type { Material } from "#contract/programs/program-management.ts"
import { formatInstantIn } from "#shared/time.ts"
import { Button, buttonClass } from "#ui/components/button.tsx"
import { Card } from "#ui/components/card.tsx"
import { Field, TextInput } from "#ui/forms/field.tsx"
import { FileInput } from "#ui/forms/file-input.tsx"
import { LANGUAGE_TAGS } from "#ui/language.ts"
import { useLanguage, useTexts } from "#ui/messages/use-messages.ts"
import { fileSize } from "../figures.ts"
import { courseTexts } from "./course.texts.ts"

type MaterialCardProps = {
  courseId: string
  materials: Material[]
  /** Files in the bin. */
  removed: (Material & { deleted_at: Date })[]
  extensions: string
  newId: string
  zone: string
  result: SubmissionResult | null | undefined
}

/** Files for the students of a course: the existing ones, and a form to add one. */
export function MaterialCard({
  courseId,
  materials,
  removed,
  extensions,
  newId,
  zone,
  result,
}: MaterialCardProps) {
  const text = useTexts(courseTexts).material
  const tag = LANGUAGE_TAGS[useLanguage()]
  const intent = useNavigation().formData?.get("intent")
  const errors = result?.error
  return (
    <Card id="material" flush title={text.title} description={text.text}>
      {materials.length === 0 ? null : (
        <ul className="border-t border-line">
          {materials.map((material) => (
            <li
              key={material.id}
              className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-t border-line px-5 py-3.5 first:border-t-0 sm:px-6"
            >
              <div className="min-w-0">
                <p className="truncate font-semibold">{material.title}</p>
                <p className="text-sm text-ink-muted">
                  {material.name} · {fileSize(material.size_bytes)} ·{" "}
                  {formatInstantIn(tag, material.created_at, zone)}
                </p>
              </div>
              <div className="flex gap-2">
                <a
                  href={`/courses/material/${courseId}/${material.id}`}
                  className={buttonClass({ variant: "secondary", size: "sm" })}
                  aria-label={text.downloadOf(material.title)}
                >
                  {text.download}
                </a>
                <Form method="post" preventScrollReset>
                  <input type="hidden" name="material_id" value={material.id} />
                  <Button
                    type="submit"
                    name="intent"
                    value="remove-material"
                    variant="ghost"
                    size="sm"
                    aria-label={text.removeOf(material.title)}
                  >
                    {text.remove}
                  </Button>
                </Form>
              </div>
            </li>
          ))}
        </ul>
      )}
      {removed.length === 0 ? null : <Removed materials={removed} zone={zone} />}
      <Form
        method="post"
        encType="multipart/form-data"
        preventScrollReset
        className="grid gap-4 border-t border-line p-5 sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto] sm:items-start sm:p-6"
      >
        <input type="hidden" name="material_id" value={newId} />
        <Field label={text.file} errors={errors?.file ?? undefined}>
          <FileInput required accept={extensions} />
        </Field>
        <Field label={text.name} optional errors={errors?.title ?? undefined}>
          <TextInput name="title" maxLength={120} placeholder={text.nameHint} autoComplete="off" />
        </Field>
        <Button
          type="submit"
          name="intent"
          value="material"
          className="sm:mt-6.5"
          busy={intent === "material"}
          busyLabel={text.uploading}
        >
          {text.upload}
        </Button>
      </Form>
    </Card>
  )
}

/** The bin: removed files, which can be restored. */
function Removed({ materials, zone }: { materials: MaterialCardProps["removed"]; zone: string }) {
  const text = useTexts(courseTexts).material
  const tag = LANGUAGE_TAGS[useLanguage()]
  return (
    <details className="border-t border-line px-5 py-2 sm:px-6">
      <summary className="flex min-h-11 cursor-pointer items-center font-semibold text-ink-muted">
        {text.bin(materials.length)}
      </summary>
      <ul>
        {materials.map(({ id, title, deleted_at }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-2">
            <p className="min-w-0">
              {title}{" "}
              <span className="text-sm text-ink-muted">
                {text.removedAt(formatInstantIn(tag, deleted_at, zone))}
              </span>
            </p>
            <Form method="post" preventScrollReset>
              <input type="hidden" name="material_id" value={id} />
              <Button
                type="submit"
                name="intent"
                value="restore-material"
                variant="secondary"
                size="sm"
                aria-label={text.restoreOf(title)}
              >
                {text.restore}
              </Button>
            </Form>
          </li>
        ))}
      </ul>
    </details>
  )
}
