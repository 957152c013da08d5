import { type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from "react"
import type { ShownSlides } from "#contract/rooms/room-slides.ts"
import { SLIDE_SIZES, type SlideSize } from "#shared/slides.ts"
import { browserApi } from "#ui/client.ts"
import { cx } from "#ui/cx.ts"
import { useTexts } from "#ui/messages/use-messages.ts"
import { useSize } from "../stage/use-size.ts"
import { slidesTexts } from "../texts/slides.texts.ts"
import { useStay } from "../use-board.ts"
import { useLargePictures } from "../use-large-pictures.ts"
import { slideAddress } from "./slide-address.ts"

const TRY_AGAIN_MS = 2_000

type SlidePictureProps = {
  classId: string
  slides: ShownSlides
  page: number
  /** How many pages the viewer may see. */
  seen: number
  /** How much larger than its place the page is; the viewer scrolls to the rest. */
  zoom: number
}

/**
 * One page as large as its place: first small, then sharp where the connection and the screen are good enough. The
 * next page is fetched ahead. Both wait for the small picture, which would otherwise come later.
 */
export function SlidePicture({ classId, slides, page, seen, zoom }: SlidePictureProps) {
  const text = useTexts(slidesTexts)
  const place = useRef<HTMLDivElement>(null)
  const { width, height } = useSize(place)
  const worthwhile = useLargePictures()
  const isLarge = Math.max(width, height) * zoom * window.devicePixelRatio > SLIDE_SIZES.small
  const { pace } = useStay().saving
  const comes = useSyncExternalStore(pace.subscribe, pace.getPace, () => "unknown")
  const { deck_id: deckId, pages } = slides
  const at = (of: number, size: SlideSize) => slideAddress(classId, deckId, of, size)
  const [shown, setShown] = useState("")
  const isShown = shown === at(page, "small")
  const said = useSaid({ classId, deckId, page, isShown })
  const mayBeLarge = comes === "quick" || pace.wasAsked(at(page, "large"))
  const sharp = isLarge && worthwhile && mayBeLarge && isShown
  const sizes: SlideSize[] = sharp && comes === "quick" ? ["small", "large"] : ["small"]
  useAhead(isShown && page + 1 < seen ? sizes.map((size) => at(page + 1, size)) : [])
  const alt = [text.pageOf(page + 1, pages), said].filter(Boolean).join(". ")
  return (
    <div
      ref={place}
      data-slide-page={page}
      // What scrolls is reached by keys.
      {...(zoom > 1 && { tabIndex: 0, role: "group", "aria-label": text.pageOf(page + 1, pages), onKeyDown })}
      className={cx("size-full", zoom > 1 ? "overflow-auto overscroll-contain" : "overflow-hidden")}
    >
      <div className="relative" style={{ width: `${zoom * 100}%`, height: `${zoom * 100}%` }}>
        <Picture key={at(page, "small")} src={at(page, "small")} alt={sharp ? "" : alt} onShown={setShown} />
        {sharp ? <Picture key={at(page, "large")} src={at(page, "large")} alt={alt} /> : null}
      </div>
    </div>
  )
}

/** Arrow keys scroll there, and turn no pages. */
function onKeyDown(event: KeyboardEvent) {
  if (event.key.startsWith("Arrow")) event.stopPropagation()
}

/** A picture that is asked for again when it didn't come. */
function Picture({ src, alt, onShown }: { src: string; alt: string; onShown?: (src: string) => void }) {
  const [tries, setTries] = useState(0)
  const [loaded, setLoaded] = useState(false)
  const { pace } = useStay().saving
  // Before it can be there: one that comes from the cache otherwise arrives before it was asked for, and says nothing.
  useLayoutEffect(() => {
    pace.asked(src)
    return () => pace.left(src)
  }, [pace, src])
  function onLoad() {
    pace.came(src)
    setLoaded(true)
    onShown?.(src)
  }
  return (
    <img
      key={tries}
      src={src}
      alt={alt}
      aria-hidden={alt === "" || undefined}
      data-loaded={loaded || undefined}
      draggable={false}
      onLoad={onLoad}
      onError={() => setTimeout(() => setTries((before) => before + 1), TRY_AGAIN_MS)}
      className="absolute inset-0 size-full object-contain text-transparent select-none"
    />
  )
}

/** Fetches pictures one after the other, so that the small one comes first. */
function useAhead(addresses: readonly string[]): void {
  const list = addresses.join(" ")
  const { pace } = useStay().saving
  useEffect(() => {
    let stopped = false
    void (async () => {
      for (const address of list.split(" ").filter(Boolean)) {
        if (stopped) return
        const image = new Image()
        pace.asked(address)
        image.src = address
        await image.decode().then(
          () => pace.came(address),
          () => pace.left(address),
        )
      }
    })()
    return () => {
      stopped = true
    }
  }, [pace, list])
}

type Saying = { classId: string; deckId: string; page: number; isShown: boolean }

/** What a page says, or nothing before that is known. It is asked for after the picture, which it would hold up. */
function useSaid({ classId, deckId, page, isShown }: Saying): string | undefined {
  const [known, setKnown] = useState<{ deckId: string; texts: string[] }>({ deckId, texts: [] })
  const texts = known.deckId === deckId ? known.texts : []
  const isMissing = texts.length <= page
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again for each page that isn't known
  useEffect(() => {
    if (!isMissing || !isShown) return
    browserApi()
      .rooms.slidePages({ class_id: classId, deck_id: deckId })
      .then(({ pages }) => setKnown({ deckId, texts: pages.map((one) => one.text) }))
      // The page is shown all the same.
      .catch(() => undefined)
  }, [classId, deckId, page, isMissing, isShown])
  return texts[page]
}
