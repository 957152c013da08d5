import { useCallback, useEffect, useState, useSyncExternalStore } from "react"
import { useRevalidator } from "react-router"
import type { ManagedLesson } from "#contract/lessons.ts"
import { newId } from "#shared/ids.ts"
import type { VideoKind } from "#shared/video.ts"
import { browserApi, errorDataOf } from "#ui/client.ts"
import { useLanguage, useTexts } from "#ui/messages/use-messages.ts"
import { checkVideo, titleOf } from "./check-video.ts"
import { forgetUpload, listKept } from "./kept-uploads.ts"
import { lessonsTexts } from "./lessons.texts.ts"
import { followUploads, readUploads, type ShownUpload, startUpload, stopUpload } from "./uploads.ts"

type Uploading = { courseId: string; userId: string; lessons: readonly ManagedLesson[] }
type Announce = (video: {
  upload_id: string
  file_name: string
  file_size: number
  file_kind: VideoKind
}) => Promise<{
  id: string
}>

const NONE: readonly ShownUpload[] = []

/**
 * Returns the uploads of a program's lessons from this device: new ones, and those that an earlier page left.
 */
export function useLessonUploads({ courseId, userId, lessons }: Uploading) {
  const text = useTexts(lessonsTexts)
  const language = useLanguage()
  const { revalidate } = useRevalidator()
  const shown = useSyncExternalStore(followUploads, readUploads, () => NONE)
  const [problems, setProblems] = useState<readonly string[]>([])
  useLeftUploads(userId, courseId, lessons)
  const over = shown.filter(({ state }) => state === "over").length
  useEffect(() => {
    if (over > 0) void revalidate()
  }, [over, revalidate])

  const send = useCallback(
    async (file: File, announce: Announce): Promise<string | null> => {
      const kind = await checkVideo(file)
      if (typeof kind === "object") return text.problemOf(file.name, text.problems[kind.problem])
      const upload_id = newId()
      try {
        const video = { upload_id, file_name: file.name.slice(-255), file_size: file.size, file_kind: kind }
        const { id } = await announce(video)
        startUpload({ upload_id, lesson_id: id, course_id: courseId, user_id: userId, file })
        return null
      } catch (error) {
        const said = await refusalText(error, language)
        return text.problemOf(file.name, said ?? text.problems.failed)
      }
    },
    [courseId, userId, text, language],
  )

  async function add(files: readonly File[]): Promise<void> {
    setProblems([])
    for (const file of files) {
      const problem = await send(file, (video) =>
        browserApi().lessons.add({ course_id: courseId, id: newId(), title: titleOf(file.name), ...video }),
      )
      if (problem) setProblems((before) => [...before, problem])
    }
    await revalidate()
  }

  /**
   * Continues the upload that a lesson waits for if it is the same file, and otherwise replaces its video.
   */
  async function choose(lesson: ManagedLesson, file: File): Promise<void> {
    setProblems([])
    const { upload, status, id } = lesson
    if (
      upload &&
      status === "uploading" &&
      upload.size === file.size &&
      upload.name === file.name.slice(-255)
    ) {
      startUpload({ upload_id: upload.id, lesson_id: id, course_id: courseId, user_id: userId, file })
      return
    }
    const problem = await send(file, (video) => browserApi().lessons.replace({ lesson_id: id, ...video }))
    if (problem) setProblems([problem])
    else if (upload) stopUpload(upload.id)
    await revalidate()
  }

  return {
    problems,
    add: (files: File[]) => void add(files),
    choose: (lesson: ManagedLesson, file: File) => void choose(lesson, file),
    cancel: ({ upload }: ManagedLesson) => (upload ? stopUpload(upload.id) : undefined),
    of: ({ upload }: ManagedLesson) => shown.find((one) => one.upload_id === upload?.id) ?? null,
  }
}

/** Continues what an earlier page left, and deletes what the server no longer waits for. */
function useLeftUploads(userId: string, courseId: string, lessons: readonly ManagedLesson[]): void {
  const waiting = lessons
    .filter(({ status }) => status === "uploading")
    .map(({ upload }) => upload?.id)
    .join(" ")
  useEffect(() => {
    const wanted = new Set(waiting.split(" "))
    void listKept(userId, courseId).then((kept) => {
      for (const one of kept) {
        const known = readUploads().some(({ upload_id }) => upload_id === one.upload_id)
        if (wanted.has(one.upload_id)) startUpload(one)
        else if (!known) void forgetUpload(one.upload_id)
      }
    })
  }, [userId, courseId, waiting])
}

/** Returns the server's text about a field that it refused, or about missing space. */
async function refusalText(error: unknown, language: "en" | "hi"): Promise<string | null> {
  const { fieldTextIn } = await import("#ui/messages/in-language.ts")
  const fields = (errorDataOf(error, "FIELD_ERRORS") as { fields?: Record<string, string> } | null)?.fields
  const [code] = Object.values(fields ?? {})
  return code ? fieldTextIn(language, code) : null
}
