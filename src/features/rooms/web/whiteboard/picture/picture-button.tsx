import ImagePlus from "lucide-react/icons/image-plus"
import { useRef } from "react"
import { ToolButton } from "../../stage/tool-button.tsx"
import { whiteboardText as text } from "../../texts/whiteboard.texts.ts"

/** Phones offer their camera beside the gallery for these, and turn their own kinds of photos into JPEG. */
const KINDS = "image/png,image/jpeg,image/webp"

/** Chooses pictures for the page. */
export function PictureButton({ onFiles }: { onFiles: (files: File[]) => void }) {
  const picker = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={picker}
        type="file"
        multiple
        accept={KINDS}
        aria-label={text.addPicture}
        className="sr-only"
        tabIndex={-1}
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])])
          // Choosing the same file again counts as well.
          event.target.value = ""
        }}
      />
      <ToolButton name="picture" label={text.addPicture} onClick={() => picker.current?.click()}>
        <ImagePlus size={19} aria-hidden />
      </ToolButton>
    </>
  )
}
