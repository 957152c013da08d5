import type { ShortcutWords } from "./shortcut-list.ts"

const enPlaces: ShortcutWords = {
  site: {
    title: "Everywhere",
    text: "On every page.",
    keys: {
      palette: "Search programs, go to any page or run an action",
      search: "The same, when you aren't typing",
      shortcuts: "This page",
    },
  },
  palette: {
    title: "In the search",
    text: "While it is open.",
    keys: {
      next: "Next line",
      previous: "Previous line",
      first: "First line",
      last: "Last line",
      open: "Open the line",
      close: "Close and return to where you were",
    },
  },
  room: {
    title: "In a live class",
    text: "When you aren't typing. Keys for actions you aren't allowed to take do nothing.",
    keys: {
      microphone: "Microphone on or off",
      camera: "Camera on or off",
      hand: "Raise or lower your hand (students)",
      screen: "Share your screen, or stop",
      chat: "Chat",
      people: "Who is here",
      whiteboard: "Whiteboard for everyone (instructors)",
      fullScreen: "Full screen",
    },
  },
  whiteboard: {
    title: "On the whiteboard",
    text: "When the page is focused.",
    keys: {
      move: "Move the pen",
      moveFar: "Move it further",
      pen: "Put the pen down or lift it",
      erase: "Erase where the pen is",
      cancel: "Cancel the current stroke",
      undo: "Undo",
      redo: "Redo",
      tool: "Choose a tool",
    },
  },
  player: {
    title: "Watching a recording",
    text: "Anywhere on the page except in a field.",
    keys: {
      play: "Play or pause",
      back: "5 seconds back",
      forward: "5 seconds forward",
      backFar: "10 seconds back",
      forwardFar: "10 seconds forward",
      slower: "Slower",
      faster: "Faster",
      captions: "Captions on or off",
      mute: "Sound on or off",
      fullScreen: "Full screen",
    },
  },
  timetable: {
    title: "On the timetable",
    text: "An instructor's week.",
    keys: { next: "Next week", previous: "Previous week", current: "Today" },
  },
}

const hiPlaces: ShortcutWords = {
  site: {
    title: "हर जगह",
    text: "हर पेज पर, आप कुछ भी कर रहे हों।",
    keys: {
      palette: "प्रोग्राम खोजें, किसी भी पेज पर जाएँ, कोई काम करें",
      search: "वही, जब कुछ लिखा न जा रहा हो",
      shortcuts: "यह पेज",
    },
  },
  palette: {
    title: "खोज में",
    text: "जब तक वह खुली है।",
    keys: {
      next: "अगली पंक्ति",
      previous: "पिछली पंक्ति",
      first: "पहली पंक्ति",
      last: "आख़िरी पंक्ति",
      open: "पंक्ति खोलें",
      close: "बंद करें, और जहाँ थे वहीं लौटें",
    },
  },
  room: {
    title: "लाइव क्लास में",
    text: "जब आप लिख न रहे हों। जिसकी अनुमति नहीं, वह कुछ नहीं करता।",
    keys: {
      microphone: "माइक चालू या बंद",
      camera: "कैमरा चालू या बंद",
      hand: "हाथ उठाएँ या नीचे करें (स्टूडेंट)",
      screen: "अपनी स्क्रीन दिखाएँ, या बंद करें",
      chat: "चैट",
      people: "कौन-कौन हैं",
      whiteboard: "सबके लिए व्हाइटबोर्ड (टीचर)",
      fullScreen: "पूरी स्क्रीन",
    },
  },
  whiteboard: {
    title: "व्हाइटबोर्ड पर",
    text: "जब उसका पेज चुना हुआ हो।",
    keys: {
      move: "पेन चलाएँ",
      moveFar: "पेन दूर तक चलाएँ",
      pen: "पेन रखें, या उठाएँ",
      erase: "जहाँ पेन है, वहाँ मिटाएँ",
      cancel: "शुरू किया हुआ छोड़ें",
      undo: "वापस लें",
      redo: "फिर करें",
      tool: "औज़ार चुनें",
    },
  },
  player: {
    title: "रिकॉर्डिंग देखते हुए",
    text: "उसके पेज पर कहीं भी, पर किसी फ़ील्ड में नहीं।",
    keys: {
      play: "चलाएँ या रोकें",
      back: "5 सेकंड पीछे",
      forward: "5 सेकंड आगे",
      backFar: "10 सेकंड पीछे",
      forwardFar: "10 सेकंड आगे",
      slower: "धीमा",
      faster: "तेज़",
      captions: "सबटाइटल चालू या बंद",
      mute: "आवाज़ चालू या बंद",
      fullScreen: "पूरी स्क्रीन",
    },
  },
  timetable: {
    title: "टाइमटेबल पर",
    text: "टीचर का हफ़्ता।",
    keys: { next: "अगला हफ़्ता", previous: "पिछला हफ़्ता", current: "आज" },
  },
}

const en = {
  title: "Keyboard shortcuts",
  lead: "Everything here works without a mouse. These keys are quicker.",
  meta: "All keyboard shortcuts for the classroom, the player and search, and how to turn single-character keys off.",
  mac: "On a Mac, Ctrl is the Command key ⌘.",
  or: "or",
  to: "to",
  places: enPlaces,
  single: {
    title: "Single-character keys",
    on: "These are on. Turn them off if you use speech input or press keys by accident.",
    off: "These are off in this browser. Ctrl K, arrows and the space bar still work.",
    turnOff: "Turn them off",
    turnOn: "Turn them on",
    turnedOff: "Single-character keys are off",
    turnedOn: "Single-character keys are on",
    here: "Applies to this browser.",
  },
}

const hi: typeof en = {
  title: "कीबोर्ड शॉर्टकट",
  lead: "यहाँ सब कुछ माउस के बिना भी चलता है। इन बटनों से जल्दी होता है।",
  meta: "क्लासरूम, प्लेयर और खोज के सभी कीबोर्ड शॉर्टकट, और अकेले बटन बंद करने का तरीक़ा।",
  mac: "Mac पर Ctrl की जगह Command ⌘ है।",
  or: "या",
  to: "से",
  places: hiPlaces,
  single: {
    title: "एक अक्षर वाले बटन",
    on: "ये चालू हैं। अगर आप कंप्यूटर से बोलकर काम लेते हैं, या बटन ग़लती से दब जाते हैं, तो इन्हें बंद कर दें।",
    off: "इस ब्राउज़र में ये बंद हैं। Ctrl K, तीर और स्पेस अब भी चलते हैं।",
    turnOff: "बंद करें",
    turnOn: "चालू करें",
    turnedOff: "एक अक्षर वाले बटन बंद हैं",
    turnedOn: "एक अक्षर वाले बटन चालू हैं",
    here: "इस ब्राउज़र में, अब से।",
  },
}

export const shortcutsTexts = { en, hi }
