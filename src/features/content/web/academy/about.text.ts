/** The texts of the About page in English. */
export const aboutText = {
  title: "About",
  heading: (brand: string) => `A classroom called ${brand}`,
  lead: "We bring children and good teachers into the same room, whether the room is a screen, a school hall or a patch of grass.",
  meta: (brand: string) =>
    `What ${brand} is, how its live classes work, where they are held, and what families can rely on.`,
  storyTitle: "How it began",
  story: (brand: { name: string; nameMeaning: string }) => [
    `${brand.name} is ${brand.nameMeaning}. It began in a dining room, with one mathematics teacher, a few neighbours’ children and a board that leaned against the bookshelf. What parents asked for next was never more content. It was another teacher like that one: for the violin, for swimming, for the chapter on light.`,
    "So that is what we look for. Our teachers still do the thing they teach. They are chosen for how they explain, listened to in class by people who taught before them, and given the time to learn every name.",
    "We take care of the rest: a classroom that opens in a browser, automatic attendance, recordings for the days someone is ill, and a person on the phone when something goes wrong.",
  ],
  placesTitle: "Where classes are held",
  places: [
    {
      title: "Live online",
      text: "A class at a fixed hour, with a teacher who can see raised hands. It opens in the browser; there is nothing to install.",
    },
    {
      title: "Recorded",
      text: "Lessons at your own pace by the same teachers, for busy weeks.",
    },
    {
      title: "On premises",
      text: "In housing societies, schools, offices and at grounds and pools we have visited ourselves.",
    },
  ],
  promisesTitle: "What you can rely on",
  promises: [
    {
      title: "You see what happened",
      text: "Attendance is taken in class. If your child is absent, you'll know the same day.",
    },
    {
      title: "You try before you pay",
      text: "The first trial class of every new activity is free, with the teacher your child will have.",
    },
    {
      title: "No hidden fees",
      text: "One amount in rupees, shown before you enrol. No cash, no extras at the door.",
    },
    {
      title: "Children come first",
      text: "No child is left alone in a live class, nothing is recorded without consent, and nobody is advertised to.",
    },
  ],
  demo: "Book Free Demo",
  team: "Meet the Team",
}
