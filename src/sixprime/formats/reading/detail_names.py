"""The keys of `Match.details` that all formats share. A detail of any other kind keeps the name it has in its file."""

EVENT = "event"
ROUND = "round"
PLACE = "place"
SITE = "site"
DATE = "date"  # yyyy-mm-dd
TIME = "time"
ANNOTATOR = "annotator"
COMMENT = "comment"
MATCH_ID = "match id"
WHITE_RATING = "rating of white"
BLACK_RATING = "rating of black"
VARIATION = "variation"
TUTOR = "tutor"  # the sides whose player asked a tutor: white, black, or both with a comma between
