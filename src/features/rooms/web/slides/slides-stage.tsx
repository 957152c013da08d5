import ChevronLeft from "lucide-react/icons/chevron-left"
import ChevronRight from "lucide-react/icons/chevron-right"
import PencilLine from "lucide-react/icons/pencil-line"
import Undo2 from "lucide-react/icons/undo-2"
import X from "lucide-react/icons/x"
import ZoomIn from "lucide-react/icons/zoom-in"
import ZoomOut from "lucide-react/icons/zoom-out"
import { type ReactNode, useState } from "react"
import type { ShownSlides } from "#contract/rooms/room-slides.ts"
import { Button } from "#ui/components/button.tsx"
import { useTexts } from "#ui/messages/use-messages.ts"
import { useShortcut } from "#ui/shortcuts/use-shortcut.ts"
import { useShownSlide } from "../shown/use-shown-board.ts"
import { ToolButton } from "../stage/tool-button.tsx"
import { slidesTexts } from "../texts/slides.texts.ts"
import { useBoard, useStay } from "../use-board.ts"
import { slideKeys } from "./slide-keys.ts"
import { SlidePicture } from "./slide-picture.tsx"
import { useSlideTurner } from "./use-slide-turner.ts"

/** A phone shows a slide at 390 px: three times that is as on a laptop. */
const MOST_ZOOM = 3
const ZOOM_STEP = 0.5

/** The slides on the room's stage. Loaded when they are first shown. */
export function SlidesStage() {
  const { role } = useStay()
  const slides = useBoard().board.state?.slides
  if (!slides) return null
  const Slides = role === "instructor" ? TurnedSlides : FollowedSlides
  return <Slides key={slides.deck_id} slides={slides} />
}

/** For who runs the class, and turns the pages for everybody. */
function TurnedSlides({ slides }: { slides: ShownSlides }) {
  const text = useTexts(slidesTexts)
  const { commands } = useBoard()
  const { page, turn } = useSlideTurner(slides)
  const { deck_id } = slides
  const drawOn = () => commands.run((rooms, class_id) => rooms.drawOnSlide({ class_id, deck_id, page }))
  const close = () => commands.run((rooms, class_id) => rooms.showSlides({ class_id, deck_id: null }))
  return (
    <SlidesFrame slides={slides} page={page} last={slides.pages - 1} onTurn={turn}>
      <span className="min-w-2 flex-1 truncate text-[0.8125rem] text-ink-muted" title={slides.name}>
        {slides.name}
      </span>
      <ToolButton name="draw-on-slide" label={text.drawOn} onClick={() => void drawOn()}>
        <PencilLine size={18} aria-hidden />
      </ToolButton>
      <ToolButton name="close-slides" label={text.close} onClick={() => void close()}>
        <X size={18} aria-hidden />
      </ToolButton>
    </SlidesFrame>
  )
}

/** For students, who follow the instructor, can look back, and return by one tap. */
function FollowedSlides({ slides }: { slides: ShownSlides }) {
  const text = useTexts(slidesTexts)
  const [looking, setLooking] = useState<number | null>(null)
  // The class came to the page that was looked at.
  if (looking === slides.page) setLooking(null)
  const page = looking ?? slides.page
  return (
    <SlidesFrame slides={slides} page={page} last={slides.reached} onTurn={setLooking}>
      <span className="flex-1" />
      {looking === null ? null : (
        <Button size="sm" variant="accent" data-back-to-class onClick={() => setLooking(null)}>
          <Undo2 size={16} aria-hidden />
          {text.backTo(slides.page + 1)}
        </Button>
      )}
    </SlidesFrame>
  )
}

type SlidesFrameProps = {
  slides: ShownSlides
  page: number
  /** The last page that the viewer can turn to. */
  last: number
  onTurn: (page: number) => void
  children: ReactNode
}

function SlidesFrame({ slides, page, last, onTurn, children }: SlidesFrameProps) {
  const text = useTexts(slidesTexts)
  const { commands } = useBoard()
  const { pages } = slides
  useShownSlide(commands.classId, slides.deck_id, page)
  const [zoom, setZoom] = useState(1)
  const to = (wanted: number) => (wanted >= 0 && wanted <= last ? () => onTurn(wanted) : undefined)
  const [previous, next] = [to(page - 1), to(page + 1)]
  useShortcut(slideKeys.previous, previous)
  useShortcut(slideKeys.next, next)
  return (
    <section
      aria-label={slides.name}
      data-slides-stage={slides.deck_id}
      className="flex size-full min-h-0 flex-col"
    >
      <div className="min-h-0 flex-1">
        <SlidePicture
          classId={commands.classId}
          slides={slides}
          page={page}
          seen={Math.min(pages, Math.max(last, slides.reached + 1) + 1)}
          zoom={zoom}
        />
      </div>
      <div className="flex min-w-0 shrink-0 items-center gap-1 px-1 text-sm">
        <PageTools count={text.pageCount(page + 1, pages)} previous={previous} next={next} />
        <ZoomTools zoom={zoom} onZoom={setZoom} />
        {children}
      </div>
      <p role="status" className="sr-only">
        {text.pageOf(page + 1, pages)}
      </p>
    </section>
  )
}

type PageToolsProps = { count: string; previous: (() => void) | undefined; next: (() => void) | undefined }

function PageTools({ count, previous, next }: PageToolsProps) {
  const text = useTexts(slidesTexts)
  return (
    <>
      <ToolButton
        name="previous-slide"
        label={text.previous}
        disabled={!previous}
        keys={slideKeys.previous}
        onClick={() => previous?.()}
      >
        <ChevronLeft size={18} aria-hidden />
      </ToolButton>
      <span aria-hidden className="shrink-0 px-1.5 font-medium tabular-nums">
        {count}
      </span>
      <ToolButton
        name="next-slide"
        label={text.next}
        disabled={!next}
        keys={slideKeys.next}
        onClick={() => next?.()}
      >
        <ChevronRight size={18} aria-hidden />
      </ToolButton>
    </>
  )
}

function ZoomTools({ zoom, onZoom }: { zoom: number; onZoom: (zoom: number) => void }) {
  const text = useTexts(slidesTexts)
  return (
    <>
      <ToolButton
        name="zoom-slide-out"
        label={text.zoomOut}
        disabled={zoom === 1}
        onClick={() => onZoom(Math.max(1, zoom - ZOOM_STEP))}
      >
        <ZoomOut size={18} aria-hidden />
      </ToolButton>
      <ToolButton
        name="zoom-slide-in"
        label={text.zoomIn}
        disabled={zoom === MOST_ZOOM}
        onClick={() => onZoom(Math.min(MOST_ZOOM, zoom + ZOOM_STEP))}
      >
        <ZoomIn size={18} aria-hidden />
      </ToolButton>
    </>
  )
}
