import type { LessonFailure } from "#contract/lessons.ts"

/** The texts of video lessons, for those who watch them and those who manage them. */
export const lessonsText = {
  title: "Lessons",
  count: (lessons: number, length: string) =>
    `${lessons === 1 ? "1 lesson" : `${lessons} lessons`} · ${length}`,
  forEnrolled: "Enrolled students can watch these at any time.",
  progress: (done: number, of: number) => `${done} of ${of} lessons done`,
  start: "Start the first lesson",
  continueWith: (number: number) => `Continue with lesson ${number}`,
  again: "Watch again",
  allDone: "You have watched every lesson.",
  done: "Done",
  edit: "Edit lessons",
  hours: (minutes: number) =>
    minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`,

  lessonOf: (number: number, of: number) => `Lesson ${number} of ${of}`,
  previous: "Previous",
  next: "Next",
  nextTitle: (title: string) => `Next: ${title}`,
  nextIn: (seconds: number) => `Starts in ${seconds} s`,
  playNow: "Play now",
  stay: "Stay here",
  autoplay: "Play next lesson",
  on: "On",
  off: "Off",
  finished: "That was the last lesson.",
  backTo: (program: string) => `Back to ${program}`,
  missing: "Lesson not found",
  missingText:
    "It was deleted, or it's only for students of its program. Enrol, or sign in with the account you enrolled with.",
  toCatalogue: "Browse Courses",
  none: "No lessons yet",
  noneText: "They appear here as soon as the teacher uploads them.",

  editTitle: (program: string) => `Lessons of ${program}`,
  editLead: "Students see a lesson as soon as its video is ready.",
  choose: "Upload videos",
  chooseHint:
    "MP4 or WebM, up to 4 GB each. You can choose several at once. If you close the page, the upload resumes when you come back.",
  empty: "No lessons yet",
  emptyText:
    "Choose videos for the first lessons. Each becomes a lesson named after its file. You can rename and reorder them later.",
  needsScripts: "Uploading needs JavaScript. Turn it on in your browser.",
  uploading: (percent: number) => `Uploading: ${percent}%`,
  waiting: "Waiting to upload",
  offline: (percent: number) => `You're offline. The upload resumes at ${percent}% when you're back online.`,
  full: "The server is out of space. The upload resumes when there's space.",
  paused: (percent: number) => `Paused at ${percent}%. To resume, choose the same file again.`,
  processing: "Processing",
  ready: "Ready",
  failed: "Failed",
  replacing: "Students see the current video until the new one is ready.",
  failures: {
    NOT_PLAYABLE: "We can't play this file. Export the video again and choose the new file.",
    CODEC:
      "Many browsers can't play this video format. Export it as MP4 with H.264 and AAC and choose that file.",
    ABANDONED: "Nothing was uploaded for a week. Choose the file again.",
  } satisfies Record<LessonFailure, string>,
  problems: {
    kind: "This is not an MP4 or WebM video. Export it as MP4 and choose that file.",
    size: "This video is over 4 GB. Export it smaller, or split it into two lessons.",
    empty: "This file is empty. Choose another one.",
    failed: "Couldn't start the upload. Check your connection and try again.",
  },
  problemOf: (file: string, problem: string) => `${file}: ${problem}`,
  refused: "The server rejected this file. Choose another one.",
  rename: "Rename",
  name: "Title",
  save: "Save",
  renamed: "Lesson renamed",
  up: (title: string) => `Move ${title} up`,
  down: (title: string) => `Move ${title} down`,
  moved: "Order saved",
  chooseAgain: "Choose the file again",
  replace: "Replace video",
  retry: "Try again",
  retried: "The video is being processed again",
  cancel: "Cancel upload",
  cancelled: "Upload cancelled",
  watch: "Watch",
  remove: "Delete",
  removed: "Lesson deleted",
  removedText: "You can restore it for 30 days.",
  bin: (count: number) => `Deleted in the last 30 days (${count})`,
  restore: "Restore",
  restored: "Lesson restored",

  speed: "Speed",
  speedOf: (speed: number) => `${speed}×`,
  resumed: (at: string) => `Resumed at ${at}`,
  fromStart: "Start over",
  keys: "Keys: space plays and pauses, ← and → skip 5 seconds, J and L skip 10, comma and full stop change the speed, F is full screen, M mutes.",
  troubles: {
    offline: {
      title: "You're offline.",
      text: "The video resumes where it stopped when you're back online.",
    },
    gone: {
      title: "This lesson is no longer available.",
      text: "It was deleted, or your enrolment has ended.",
    },
    failed: { title: "The video can't be played.", text: "Reload the page to try again." },
  },
}

export type LessonsText = typeof lessonsText
