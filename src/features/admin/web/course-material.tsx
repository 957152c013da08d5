import type { SubmissionResult } from "@conform-to/react"
import { Form, useNavigation } from "react-router"
import type { Material } from "#contract/program-management.ts"
import { formatInstant } from "#shared/time.ts"
import { Button, buttonClass } from "#ui/button.tsx"
import { Card } from "#ui/card.tsx"
import { controlClass, Field, TextInput, useControlProps } from "#ui/field.tsx"
import { fileSize } from "./figures.ts"

type MaterialCardProps = {
  courseId: string
  materials: Material[]
  extensions: string
  newId: string
  zone: string
  result: SubmissionResult | null | undefined
}

/** Files for the students of a course: what is there, and one more. */
export function MaterialCard({ courseId, materials, extensions, newId, zone, result }: MaterialCardProps) {
  const intent = useNavigation().formData?.get("intent")
  const errors = result?.error
  return (
    <Card
      id="material"
      flush
      title="Material for its students"
      description="Whoever is enrolled finds it on the course's page. Up to 20 MB a file: PDF, pictures, sound, text, Office."
    >
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
                  {formatInstant(material.created_at, zone)}
                </p>
              </div>
              <div className="flex gap-2">
                <a
                  href={`/courses/material/${courseId}/${material.id}`}
                  className={buttonClass({ variant: "secondary", size: "sm" })}
                  aria-label={`Download ${material.title}`}
                >
                  Download
                </a>
                <Form method="post" preventScrollReset>
                  <input type="hidden" name="material_id" value={material.id} />
                  <Button
                    type="submit"
                    name="intent"
                    value="remove-material"
                    variant="ghost"
                    size="sm"
                    aria-label={`Remove ${material.title}`}
                  >
                    Remove
                  </Button>
                </Form>
              </div>
            </li>
          ))}
        </ul>
      )}
      <Form
        method="post"
        encType="multipart/form-data"
        preventScrollReset
        className="grid gap-4 border-t border-line p-5 sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto] sm:items-start sm:p-6"
      >
        <input type="hidden" name="material_id" value={newId} />
        <Field label="File" errors={errors?.file ?? undefined}>
          <FileInput accept={extensions} />
        </Field>
        <Field label="Title" optional errors={errors?.title ?? undefined}>
          <TextInput name="title" maxLength={120} placeholder="The file's name" autoComplete="off" />
        </Field>
        <Button
          type="submit"
          name="intent"
          value="material"
          className="sm:mt-6.5"
          busy={intent === "material"}
          busyLabel="Uploading..."
        >
          Upload
        </Button>
      </Form>
    </Card>
  )
}

function FileInput({ accept }: { accept: string }) {
  return (
    <input
      type="file"
      name="file"
      required
      accept={accept}
      {...useControlProps({})}
      className={`${controlClass} h-11 py-2 text-[0.9375rem] file:mr-3 file:border-0 file:bg-transparent file:font-semibold`}
    />
  )
}
