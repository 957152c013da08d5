import Download from "lucide-react/icons/download"
import FileText from "lucide-react/icons/file-text"
import type { RoomFile, RoomMessage, RoomPoll } from "#contract/rooms/room-board.ts"
import type { SlideDeck } from "#contract/rooms/room-slides.ts"
import { PAGE } from "#contract/rooms/whiteboard-page.ts"
import { formatTimeIn, timeInZone } from "#shared/time.ts"
import { buttonClass } from "#ui/components/button.tsx"
import { Card } from "#ui/components/card.tsx"
import { cx } from "#ui/cx.ts"
import { LANGUAGE_TAGS } from "#ui/language.ts"
import { Link } from "#ui/link.tsx"
import { useLanguage, useTexts } from "#ui/messages/use-messages.ts"
import { Section } from "#ui/page.tsx"
import { formatSize } from "./panels/file-size.ts"
import { MessageHeading } from "./panels/message-heading.tsx"
import { MessageWords } from "./panels/message-words.tsx"
import { PollResults } from "./panels/poll-results.tsx"
import { DeckPages } from "./slides/deck-pages.tsx"
import { fromRoomTexts } from "./texts/from-room.texts.ts"
import { panelTexts } from "./texts/panels.texts.ts"

/** What remains of a room after its class, as far as the viewer may see it. */
export type Remains = {
  class_id: string
  title: string
  /** The viewer. */
  me: string
  /** The pages of the whiteboard, from 1, that are not empty. */
  pages: number[]
  /** With the pages that were shown. */
  slides: Pick<SlideDeck, "id" | "name" | "pages">[]
  files: RoomFile[]
  polls: RoomPoll[]
  messages: RoomMessage[]
  /** The position before which earlier messages are; null if there are none. */
  earlier: number | null
  /** Whether these are not the latest messages. */
  further: boolean
}

/** The whiteboard, slides, files, polls and chat of a class that is over. Works without scripts. */
export function FromRoom({ remains, zone }: { remains: Remains; zone: string }) {
  const text = useTexts(fromRoomTexts)
  const { class_id, title, pages, slides, files, polls, messages } = remains
  return (
    <Section
      id="from-room"
      title={text.title}
      description={text.description(title)}
      className="scroll-mt-24 pb-6"
    >
      <div className="grid gap-4" data-from-room>
        {pages.length > 0 ? <Board pages={pages} classId={class_id} title={title} /> : null}
        {slides.length > 0 ? (
          <Card title={text.slides} level={3}>
            <ul className="grid gap-3">
              {slides.map((deck) => (
                <li key={deck.id} data-slides={deck.id}>
                  <p className="font-medium wrap-anywhere">{deck.name}</p>
                  <DeckPages classId={class_id} deck={deck} />
                </li>
              ))}
            </ul>
          </Card>
        ) : null}
        {files.length > 0 ? (
          <Card title={text.files} level={3}>
            <ul className="-my-2 divide-y divide-line">
              {files.map((file) => (
                <FileLine key={file.id} file={file} classId={class_id} />
              ))}
            </ul>
          </Card>
        ) : null}
        {polls.length > 0 ? (
          <Card title={text.polls} level={3}>
            <ul className="grid gap-7">
              {polls.map((poll) => (
                <PollLine key={poll.id} poll={poll} />
              ))}
            </ul>
          </Card>
        ) : null}
        {messages.length > 0 ? <Chat remains={remains} zone={zone} /> : null}
      </div>
    </Section>
  )
}

function Board({ pages, classId, title }: { pages: number[]; classId: string; title: string }) {
  const text = useTexts(fromRoomTexts)
  return (
    <Card title={text.whiteboard} level={3}>
      <ul className={cx("grid gap-4", pages.length > 1 && "sm:grid-cols-2")}>
        {pages.map((page) => (
          <li key={page} className="grid gap-1.5">
            <a
              href={`/class/${classId}/whiteboard/${page}`}
              target="_blank"
              rel="noopener"
              aria-label={text.open(page)}
              className="overflow-hidden rounded-md border border-line bg-white transition-shadow hover:shadow-float"
            >
              <img
                src={`/class/${classId}/whiteboard/${page}`}
                alt={text.pictureOf(page, title)}
                width={PAGE.width}
                height={PAGE.height}
                loading="lazy"
                className="h-auto w-full"
              />
            </a>
            <span className="text-[0.8125rem] text-ink-muted">{text.page(page)}</span>
          </li>
        ))}
      </ul>
    </Card>
  )
}

function FileLine({ file, classId }: { file: RoomFile; classId: string }) {
  const panelText = useTexts(panelTexts)
  const { id, name, size_bytes, shared_by_name } = file
  return (
    <li data-file={id} className="flex min-h-14 items-center gap-3">
      <FileText size={20} className="shrink-0 text-ink-muted" aria-hidden />
      <span className="grid min-w-0 flex-1">
        <span className="truncate font-medium" title={name}>
          {name}
        </span>
        <span className="text-sm text-ink-muted tabular-nums">
          {panelText.sharedBy(formatSize(size_bytes), shared_by_name)}
        </span>
      </span>
      <a
        href={`/class/${classId}/files/${id}`}
        aria-label={panelText.download(name)}
        title={panelText.download(name)}
        className={buttonClass({ variant: "ghost", size: "icon" })}
      >
        <Download size={18} aria-hidden />
      </a>
    </li>
  )
}

function PollLine({ poll }: { poll: RoomPoll }) {
  const text = useTexts(fromRoomTexts)
  const { question, options, votes, voters } = poll
  const mine = (poll.mine ?? []).map((place) => options[place])
  return (
    <li data-poll={poll.id} className="max-w-xl">
      <h4 className="font-semibold wrap-anywhere">{question}</h4>
      {votes ? <PollResults poll={poll} /> : <p className="mt-1 text-sm text-ink-muted">{text.notShown}</p>}
      {votes && voters === 0 ? <p className="sr-only">{text.nobody}</p> : null}
      {mine.length > 0 ? (
        <p className="mt-2 text-sm text-ink-muted">
          {text.chosen}: <span className="font-medium text-ink">{mine.join(", ")}</span>
        </p>
      ) : null}
    </li>
  )
}

function Chat({ remains, zone }: { remains: Remains; zone: string }) {
  const text = useTexts(fromRoomTexts)
  const { class_id, me, messages, earlier, further } = remains
  const at = `/class/${class_id}`
  return (
    <Card
      id="from-room-chat"
      className="scroll-mt-24"
      title={text.chat}
      description={text.chatNote}
      level={3}
    >
      {earlier === null ? null : (
        <p className="mb-4">
          <Link
            to={`${at}?earlier=${earlier}#from-room-chat`}
            className="text-sm font-semibold text-primary-text hover:underline"
          >
            {text.earlier}
          </Link>
        </p>
      )}
      <ol className="grid max-w-2xl gap-3">
        {messages.map((message) => (
          <MessageLine key={message.id} message={message} isMine={message.sender_id === me} zone={zone} />
        ))}
      </ol>
      {further ? (
        <p className="mt-4">
          <Link
            to={`${at}#from-room-chat`}
            className="text-sm font-semibold text-primary-text hover:underline"
          >
            {text.latest}
          </Link>
        </p>
      ) : null}
    </Card>
  )
}

type MessageLineProps = { message: RoomMessage; isMine: boolean; zone: string }

function MessageLine({ message, isMine, zone }: MessageLineProps) {
  const panelText = useTexts(panelTexts)
  const tag = LANGUAGE_TAGS[useLanguage()]
  const { id, private_with, body, deleted, created_at } = message
  return (
    <li data-message={id} className="grid gap-1">
      <MessageHeading
        message={message}
        isMine={isMine}
        written={created_at.toISOString()}
        clock={formatTimeIn(tag, timeInZone(created_at, zone))}
      />
      <p
        className={cx(
          "w-fit max-w-full rounded-card px-3 py-2 wrap-anywhere whitespace-pre-wrap",
          isMine ? "bg-primary-tint" : "bg-surface-raised",
          private_with && "ring-1 ring-accent/45 ring-inset",
          deleted && "text-ink-muted italic",
        )}
      >
        {deleted ? panelText.deleted : <MessageWords body={body} />}
      </p>
    </li>
  )
}
