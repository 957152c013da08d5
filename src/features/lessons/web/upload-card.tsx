import { useRef } from "react"
import { Button } from "#ui/components/button.tsx"
import { Card } from "#ui/components/card.tsx"
import { useTexts } from "#ui/messages/use-messages.ts"
import { useHydrated } from "#ui/use-hydrated.ts"
import { lessonsTexts } from "./lessons.texts.ts"

export const VIDEO_FILES = "video/mp4,video/webm,.mp4,.m4v,.webm"

type UploadCardProps = { onChoose: (files: File[]) => void; problems: readonly string[] }

/** Where new videos are chosen or dropped, with the problems of refused files. */
export function UploadCard({ onChoose, problems }: UploadCardProps) {
  const text = useTexts(lessonsTexts)
  const input = useRef<HTMLInputElement>(null)
  const hydrated = useHydrated()
  return (
    <Card
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault()
        onChoose([...event.dataTransfer.files])
      }}
    >
      <div className="grid justify-items-start gap-3">
        {/* What is chosen before the scripts have come would be lost. */}
        <Button
          disabled={!hydrated}
          onClick={() => input.current?.click()}
          aria-describedby="lessons-hint lessons-problems"
        >
          {text.choose}
        </Button>
        <input
          ref={input}
          type="file"
          multiple
          hidden
          disabled={!hydrated}
          accept={VIDEO_FILES}
          aria-label={text.choose}
          data-lesson-files
          onChange={(event) => {
            onChoose([...(event.currentTarget.files ?? [])])
            event.currentTarget.value = ""
          }}
        />
        <p id="lessons-hint" className="text-sm text-ink-muted">
          {text.chooseHint}
        </p>
        <div id="lessons-problems" role="alert" className="grid gap-1 font-medium break-words text-danger">
          {problems.map((problem) => (
            <p key={problem}>{problem}</p>
          ))}
        </div>
        <noscript>
          <p className="font-medium text-danger">{text.needsScripts}</p>
        </noscript>
      </div>
    </Card>
  )
}
