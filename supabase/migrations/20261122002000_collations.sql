-- What \s and [[:punct:]] are depends on the collation a database was made with, and hosted projects have another one than
-- the first local databases had. Both are written out here.

-- A text without what a reader cannot see: spaces, joiners and fillers.
create or replace function private.seen_of(value text) returns text
language sql immutable parallel safe set search_path = ''
return regexp_replace(
  coalesce(value, ''),
  '[\u0009-\u000d\u0020\u0085\u00a0\u00ad\u034f\u061c\u115f\u1160\u1680\u17b4\u17b5\u180b-\u180e\u2000-\u200f\u2028-\u202f\u205f-\u206f\u2800\u3000\u3164\ufe00-\ufe0f\ufeff\uffa0\U000e0000-\U000e007f]',
  '', 'g'
);

-- What a name looks like: without case, accents, spaces, signs and what nobody sees, with Cyrillic and Greek letters and
-- digits as the Latin letters they pass for. Capitals come first: some pass for another letter than their small form.
create or replace function private.looks_of(name text) returns text
language sql immutable parallel safe set search_path = ''
return regexp_replace(
  translate(
    lower(
      translate(
        normalize(private.seen_of(private.cut_marks(private.bounded(name, 2000))), nfkd),
        'ΑΒΕΖΗΙΚΜΝΟΡΤΥΧϹАВЕЅІЈКМНОРСТУХҮԌԚԜҺ', 'ABEZHIKMNOPTYXCABESIJKMHOPCTYXYGQWH'
      )
    ),
    'аеорсухіјѕԁһԛԝмтвнкпαειορτυνκηχωγıɡօոøđłŧħᴀᴄᴅᴇɢɪᴊᴋʟᴍɴᴏᴘꜱᴛᴜᴠᴡᴢl01|!5$',
    'aeopcyxijsdhqwmtbhknaeioptuvknxwyigonodithacdegijkimnopstuvwzioiiiss'
  ),
  '[ -/:-@\[-`{-~\u0300-\u036f\u00a1-\u00bf\u00d7\u00f7\u02b0-\u02ff\u2010-\u2027\u2030-\u205e\u20a0-\u20cf\u2190-\u2bff\u3001-\u3030\ufe30-\ufe4f]', '', 'g'
);
