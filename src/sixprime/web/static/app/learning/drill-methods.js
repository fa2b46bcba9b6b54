/** How to do each drill in the head: the common shortcuts, in a few sentences. */

import { text } from "../shared/translations.js";

/** @param {string} drill @returns {string[]} */
export function methodsOf(drill) {
  switch (drill) {
    case "pips":
      return [
        text("Point by point: for each point the number of checkers times its number, all added up."),
        text("Half-crossovers: take the points in groups of three. Checkers on 4 to 6 count 0, on 7 to 9 they count 1, on 10 to 12 they count 2 and so on; those on 1 to 3 count one less than nothing. Add these up, times 3, and 5 for each checker: 75 for all fifteen. Then add 1 for each checker on the high point of its group (6, 9, 12 ...) and take off 1 for each on the low one."),
        text("Clusters: look for groups that balance around a point. Ten checkers on 4 to 8, two on each, are ten times 6. What does not balance is added or taken off."),
      ];
    case "equity":
      return [
        text("Neil's numbers: what each point of a lead is worth depends on how many points the trailer needs: 10% with 3 to go, 9 with 4, 8 with 5, 7 with 6, 6 with 8, 5 with 11, 4 with 15. Add it to 50 for each point of the lead."),
        text("Janowski: 85 times the lead, divided by what the trailer needs plus 6; that is added to 50."),
        text("Both are good down to 3 away; learn the chances at 2 away and 1 away by heart."),
      ];
    case "take-point":
      return [
        text("What do you risk, and what can you gain? The risk is your chance in the match after dropping, less that after taking and losing. The gain is that after taking and winning, less that after dropping."),
        text("The take point is the risk divided by risk and gain. For money that is 1 of 4: 25%."),
        text("Gammons make losing more expensive, so you need more wins. Where the doubled cube decides the match anyway, they cost nothing."),
      ];
    case "race":
      return [
        text("Keith's count: to the pips of each side add 2 for each checker beyond the first on the 1 point, 1 for each beyond the first on the 2 point, 1 for each beyond the third on the 3 point, and 1 for each of the points 4, 5 and 6 that is empty. Raise your own count by a seventh. Double if it is at most 4 more than the other; the other side takes if it is at least 2 more."),
        text("Trice's rule 62: with up to 62 pips take off 5 and divide by 7, with more divide by 10 and add 1. So many pips behind is the last take. Double from three pips before it on."),
      ];
    default:
      return [
        text("Bear off a checker whenever you can; it is nearly always right."),
        text("If not, fill a gap: a checker on an empty point makes more numbers useful next time."),
        text("Count the rolls: with an even number of checkers a miss costs a whole roll, with an odd number often nothing."),
      ];
  }
}
