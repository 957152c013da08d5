import { useEffect, useRef, useState } from "react"
import { useLocation, useNavigate } from "react-router"
import type { Lesson } from "#contract/lessons.ts"
import { formatLength } from "#shared/lengths.ts"
import { browserApi } from "#ui/client.ts"
import { Button } from "#ui/components/button.tsx"
import { useTexts } from "#ui/messages/use-messages.ts"
import { PlayerChoice } from "#ui/player/player-choice.tsx"
import { SPEEDS, usePlayerKeys, useSpeed } from "#ui/player/use-player-keys.ts"
import { useRenewedLink } from "#ui/player/use-renewed-link.ts"
import { lessonsTexts } from "./lessons.texts.ts"
import { useAutoplay } from "./use-autoplay.ts"
import { useSeenReport } from "./use-seen-report.ts"

/** A viewer who stopped this near the end has seen it all, and starts over. */
const END_SECONDS = 5
const NEXT_AFTER_SECONDS = 5

type LessonPlayerProps = {
  lesson: Lesson
  url: string
  /** The file that the link plays. */
  videoId: string
  next: { title: string; path: string } | null
  onDone: () => void
}

/** The browser's own player, which continues where the student stopped and goes on to the next lesson. */
export function LessonPlayer({ lesson, url, videoId, next, onDone }: LessonPlayerProps) {
  const text = useTexts(lessonsTexts)
  const video = useRef<HTMLVideoElement>(null)
  const at = lesson.progress?.position_seconds ?? 0
  const start = at > END_SECONDS && at < lesson.duration_seconds - END_SECONDS ? at : 0
  const [speed, setSpeed] = useSpeed(video)
  const [autoplay, setAutoplay] = useAutoplay()
  const [ended, setEnded] = useState(false)
  const [played, setPlayed] = useState(videoId)
  const { trouble, onError } = useRenewedLink(video, async () => {
    const link = await browserApi().lessons.play({ lesson_id: lesson.id })
    setPlayed(link.video_id)
    return link
  })
  useSeenReport(video, lesson.id, played, onDone)
  usePlayerKeys(video, setSpeed)
  const { state } = useLocation()
  useEffect(() => {
    // If the browser blocks sound without a click, the player waits for one.
    if (state?.autoplay === true) void video.current?.play().catch(() => undefined)
  }, [state])
  return (
    <div className="grid gap-4">
      {/* biome-ignore lint/a11y/useMediaCaption: captions of lessons can't be uploaded yet */}
      <video
        ref={video}
        src={start > 0 ? `${url}#t=${start.toFixed(1)}` : url}
        controls
        controlsList="nodownload noremoteplayback"
        disablePictureInPicture
        onContextMenu={(event) => event.preventDefault()}
        playsInline
        preload="metadata"
        aria-label={lesson.title}
        onError={onError}
        onPlay={() => setEnded(false)}
        onEnded={() => setEnded(true)}
        className="aspect-video w-full rounded-card bg-black"
      />
      {trouble ? (
        <p role="alert" className="rounded-card border border-danger/40 bg-danger-tint p-4">
          <span className="font-semibold text-danger">{text.troubles[trouble].title}</span>{" "}
          {text.troubles[trouble].text}
        </p>
      ) : null}
      {ended ? <AfterEnd next={next} autoplay={autoplay} onStay={() => setEnded(false)} /> : null}
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <PlayerChoice
          legend={text.speed}
          options={SPEEDS.map((one) => [one, text.speedOf(one)] as const)}
          chosen={speed}
          onChoose={setSpeed}
        />
        <PlayerChoice
          legend={text.autoplay}
          options={[
            ["on", text.on],
            ["off", text.off],
          ]}
          chosen={autoplay ? "on" : "off"}
          onChoose={(one) => setAutoplay(one === "on")}
        />
        {start > 0 ? (
          <p className="flex items-center gap-3 text-sm text-ink-muted">
            {text.resumed(formatLength(start))}
            <Button
              variant="link"
              onClick={() => {
                if (!video.current) return
                video.current.currentTime = 0
                void video.current.play().catch(() => undefined)
              }}
            >
              {text.fromStart}
            </Button>
          </p>
        ) : null}
      </div>
      <p className="text-sm text-ink-muted max-sm:hidden">{text.keys}</p>
    </div>
  )
}

type AfterEndProps = { next: LessonPlayerProps["next"]; autoplay: boolean; onStay: () => void }

/** Announces the next lesson, with a moment to stop it. */
function AfterEnd({ next, autoplay, onStay }: AfterEndProps) {
  const text = useTexts(lessonsTexts)
  const navigate = useNavigate()
  const [left, setLeft] = useState(NEXT_AFTER_SECONDS)
  const going = useRef(false)
  async function go() {
    // Going again would load it from the beginning.
    if (!next || going.current) return
    going.current = true
    await navigate(next.path, { state: { autoplay: true } })
    going.current = false
  }
  const goOn = useRef(go)
  goOn.current = go
  useEffect(() => {
    if (!next || !autoplay || left === 0) return
    const timer = setTimeout(() => setLeft(left - 1), 1_000)
    return () => clearTimeout(timer)
  }, [next, autoplay, left])
  useEffect(() => {
    if (left === 0) void goOn.current()
  }, [left])
  return (
    <div
      role="status"
      className="flex flex-wrap items-center justify-between gap-3 rounded-card bg-primary-tint p-4"
    >
      <p className="font-semibold">
        {next ? text.nextTitle(next.title) : text.finished}{" "}
        {next && autoplay && left > 0 ? (
          <span className="font-normal text-ink-muted" aria-hidden>
            {text.nextIn(left)}
          </span>
        ) : null}
      </p>
      {next ? (
        <span className="flex gap-2">
          <Button size="sm" onClick={() => void go()}>
            {text.playNow}
          </Button>
          {autoplay ? (
            <Button size="sm" variant="secondary" onClick={onStay}>
              {text.stay}
            </Button>
          ) : null}
        </span>
      ) : null}
    </div>
  )
}
