import { useRef, useState } from "react"
import type { Captions, Recording } from "#contract/recordings/recordings.ts"
import { formatLength } from "#shared/lengths.ts"
import { browserApi } from "#ui/client.ts"
import { Button } from "#ui/components/button.tsx"
import { useTexts } from "#ui/messages/use-messages.ts"
import { PlayerChoice as Choice } from "#ui/player/player-choice.tsx"
import { useCaptions } from "#ui/player/use-captions.ts"
import { SPEEDS, usePlayerKeys, useSpeed } from "#ui/player/use-player-keys.ts"
import { useRenewedLink } from "#ui/player/use-renewed-link.ts"
import { CAPTION_LANGUAGE_NAMES } from "./captions.text.ts"
import { type Chapter, Chapters } from "./chapters.tsx"
import { playerTexts } from "./player.texts.ts"
import { useWatchReport } from "./use-watch-report.ts"

type PlayerProps = {
  recording: Recording & { chapters: Chapter[]; captions: Captions[] }
  url: string
  /** The viewer may add chapters and download the file. */
  editable: boolean
  /** The id of the next chapter. */
  newId: string
  errors: Record<string, string[] | null> | null
}

/** A viewer who stopped this near the end has seen it all, and starts over. */
const END_SECONDS = 5

/**
 * The browser's own player, so that it works without scripts and by keyboard, with speed and chapters below.
 */
export function Player({ recording, url, editable, newId, errors }: PlayerProps) {
  const text = useTexts(playerTexts)
  const video = useRef<HTMLVideoElement>(null)
  const length = recording.duration_seconds ?? 0
  const resumeAt = recording.resume_at ?? 0
  // Kept as they came with the page: after a change the page brings another link, which would start the video over.
  const [start] = useState(resumeAt > END_SECONDS && resumeAt < length - END_SECONDS ? resumeAt : 0)
  const [source] = useState(start > 0 ? `${url}#t=${start.toFixed(1)}` : url)
  const [at, setAt] = useState(start)
  const [speed, setSpeed] = useSpeed(video)
  const { trouble, onError } = useRenewedLink(video, () =>
    browserApi().recordings.play({ recording_id: recording.id }),
  )
  const [shown, show] = useCaptions(video)
  const captions = recording.captions.map(
    ({ language }) => [language as string | null, CAPTION_LANGUAGE_NAMES[language]] as const,
  )
  useWatchReport(video, recording.id)
  usePlayerKeys(video, setSpeed)
  const goTo = (seconds: number) => {
    if (!video.current) return
    video.current.currentTime = seconds
    void video.current.play().catch(() => undefined)
  }
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
      <div className="grid min-w-0 gap-4">
        {/* biome-ignore lint/a11y/useMediaCaption: captions are there where somebody wrote them */}
        <video
          ref={video}
          src={source}
          controls
          controlsList={editable ? undefined : "nodownload noremoteplayback"}
          disablePictureInPicture={!editable}
          onContextMenu={editable ? undefined : (event) => event.preventDefault()}
          playsInline
          preload="metadata"
          poster={recording.poster ?? undefined}
          aria-label={recording.title}
          onTimeUpdate={(event) => setAt(event.currentTarget.currentTime)}
          onError={onError}
          className="aspect-video w-full rounded-card bg-black"
        >
          {recording.captions.map(({ language, created_at }) => (
            <track
              // Replaced captions are another file.
              key={`${language} ${created_at.getTime()}`}
              kind="captions"
              src={`/recordings/${recording.id}/captions/${language}?of=${created_at.getTime()}`}
              srcLang={language}
              label={CAPTION_LANGUAGE_NAMES[language]}
            />
          ))}
        </video>
        {trouble ? (
          <p role="alert" className="rounded-card border border-danger/40 bg-danger-tint p-4">
            <span className="font-semibold text-danger">{text.troubles[trouble].title}</span>{" "}
            {text.troubles[trouble].text}
          </p>
        ) : null}
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
          <Choice
            legend={text.speed}
            options={SPEEDS.map((one) => [one, text.speedOf(one)] as const)}
            chosen={speed}
            onChoose={setSpeed}
          />
          {captions.length > 0 ? (
            <Choice
              legend={text.captions}
              options={[[null, text.noCaptions], ...captions]}
              chosen={shown}
              onChoose={show}
            />
          ) : null}
          {start > 0 ? (
            <p className="flex items-center gap-3 text-sm text-ink-muted">
              {text.resumed(formatLength(start))}
              <Button variant="link" onClick={() => goTo(0)}>
                {text.fromStart}
              </Button>
            </p>
          ) : null}
        </div>
        <p className="text-sm text-ink-muted max-sm:hidden">
          {recording.captions.length > 0 ? `${text.keys} ${text.captionsKey}` : text.keys}
        </p>
      </div>
      <Chapters
        chapters={recording.chapters}
        at={at}
        editable={editable}
        newId={newId}
        errors={errors}
        onGoTo={goTo}
      />
    </div>
  )
}
