-- Which names are reserved for the team.

create function private.look_alikes(value text) returns text
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return translate(
    value,
    E'\u01c3' ||
    E'\u01a7\u01bb\u03e8\u14bf\u2781\ua644\ua6ef\ua75a' ||
    E'\u01b7\u021c\u0417\u0498\u04e0\u2782\u2ccc\ua76a\ua7ab\U000118ca\U00016f3b\U0001d206' ||
    E'\u13ce\u2783\U000118af' ||
    E'\u0431\u13ee\u2785\u2cd2\U000118d5' ||
    E'\u2786\U000104d2\U000118c6\U0001d212' ||
    E'\u0222\u0223\u09ea\u0a6a\u0b03\u2787\U0001031a' ||
    E'\u09ed\u0a67\u0b68\u0d6d\u2788\u2cca\ua76e\U000118ac\U000118cc\U000118d6' ||
    E'\u0251\u0391\u03b1\u0410\u0430\u13aa\u15c5\u1d00\u2376\u237a\ua4ee\uab7a\U000102a0\U00016f40\U0001f150\U0001f170\U0001f1e6' ||
    E'\u0180\u0182\u0183\u0184\u0253\u0299\u0392\u0411\u0412\u042c\u0432\u0462\u0463\u048c\u048d\u13cf\u13f4\u1472\u1473\u15af\u15f7\ua4d0\ua7b4\U00010282\U000102a1\U00010301\U0001f151\U0001f171\U0001f1e7' ||
    E'\u00a2\u023c\u0421\u0441\u04aa\u04ab\u13df\u1d04\u20a1\u2ca4\u2ca5\ua4da\uabaf\U000102a2\U00010302\U00010415\U0001043d\U0001051c\U000118e9\U000118f2\U0001f152\U0001f16e\U0001f172\U0001f1e8\U0001f74c' ||
    E'\u00d0\u0110\u0111\u0189\u018c\u0256\u0257\u0501\u13a0\u13e7\u146f\u15de\u15ea\u1d05\u20ab\ua4d2\ua4d3\uab70\U0001f153\U0001f173\U0001f1e9' ||
    E'\u0246\u0247\u0395\u03b5\u0415\u0435\u04bd\u04bf\u13ac\u1d07\u212e\u22ff\u2d39\ua4f0\ua793\uab32\uab7c\U00010286\U000118a6\U000118ae\U0001f154\U0001f174\U0001f1ea' ||
    E'\u0191\u0192\u03dc\u0584\u15b4\u1d6e\u1e9d\ua4dd\ua798\ua799\uab35\U00010287\U000102a5\U00010525\U000118a2\U000118c2\U0001d213\U0001f155\U0001f175\U0001f1eb' ||
    E'\u018d\u01e4\u01e5\u0260\u0261\u0262\u050c\u050d\u0581\u13c0\u13f3\u13fb\u1d83\ua4d6\uab90\U0001f156\U0001f176\U0001f1ec' ||
    E'\u0126\u0127\u0266\u029c\u0397\u041d\u043d\u045b\u04a2\u04ba\u04bb\u04c7\u04c9\u0570\u13bb\u13c2\u13f2\u157c\u2c67\u2c8e\ua4e7\ua695\U000102cf\U0001f157\U0001f177\U0001f1ed' ||
    E'\u0131\u0141\u0142\u0196\u0197\u019a\u0268\u0269\u026a\u026b\u026d\u029f\u0399\u03b9\u0406\u0456\u04c0\u04cf\u06f1\u13a5\u13de\u14aa\u16c1\u18f3\u1d7b\u1d7c\u2780\u2c92\u2cd0\u2cd1\u2d4f\u2d51\ua4e1\ua4f2\ua647\uab75\uabae\U0001028a\U00010309\U00010320\U0001041b\U00010443\U00010526\U000118a3\U000118b2\U000118c3\U00016f16\U00016f28\U0001f158\U0001f15b\U0001f178\U0001f17b\U0001f1ee\U0001f1f1' ||
    E'\u0248\u0249\u037f\u03f3\u0408\u0458\u13ab\u148d\u1d0a\ua4d9\ua7b2\uab7b\U0001f159\U0001f179\U0001f1ef' ||
    E'\u0138\u0199\u039a\u03ba\u041a\u043a\u049a\u049e\u13e6\u16d5\u1d0b\u20ad\u2c69\u2c94\ua4d7\ua740\U00010518\U0001f15a\U0001f17a\U0001f1f0' ||
    E'\u0271\u028d\u039c\u03fa\u041c\u043c\u04cd\u13b7\u15f0\u16d6\u1d0d\u1d6f\u20a5\u2c98\ua4df\uab51\U000102b0\U00010311\U00011700\U000118e3\U0001f15c\U0001f17c\U0001f1f2' ||
    E'\u019d\u019e\u0272\u0273\u0274\u039d\u03a0\u03b7\u03c0\u043f\u0578\u057c\u1260\u144e\u1d70\u2229\u22c2\u2c9a\ua4e0\ua4f5\U0001018e\U00010513\U0001d245\U0001f15d\U0001f17d\U0001f1f3' ||
    E'\u00d8\u00f8\u019f\u0275\u0398\u039f\u03b8\u03bf\u03c3\u041e\u043e\u0472\u0473\u04e8\u04e9\u0555\u0585\u0660\u06f0\u06f5\u07c0\u0966\u09e6\u0a66\u0ae6\u0b20\u0b66\u0be6\u0c02\u0c66\u0c82\u0ce6\u0d02\u0d20\u0d66\u0d82\u0de6\u0e50\u0ed0\u0f20\u1010\u101d\u1040\u1090\u10ff\u12d0\u13be\u13eb\u17e0\u1810\u1946\u19d0\u1a80\u1a90\u1b50\u1bb0\u1c40\u1c50\u1d0f\u1d11\u2296\u229d\u236c\u2c9e\u2c9f\u2d31\u2d41\u2d54\u3007\ua4f3\ua620\ua74a\ua74b\ua8d0\ua900\ua9d0\ua9f0\uaa50\uab3d\uab3e\uab74\uab8e\uabbb\uabf0\U00010292\U000102ab\U00010404\U0001042c\U000104a0\U000104c2\U000104ea\U00010516\U00010d30\U00011066\U000110f0\U00011136\U000111d0\U000112f0\U00011450\U000114d0\U00011650\U000116c0\U00011730\U000118b5\U000118c8\U000118d7\U000118e0\U00011950\U00011c50\U00011d50\U00011da0\U00016a60\U00016ac0\U00016b50\U0001d21a\U0001e140\U0001e2f0\U0001e950\U0001f10d\U0001f15e\U0001f17e\U0001f1f4\U0001f714' ||
    E'\u01a5\u03a1\u03c1\u0420\u0440\u13e2\u146d\u18d6\u1d18\u1d29\u1d7d\u2117\u2374\u2ca2\u2ca3\ua4d1\uabb2\U00010295\U0001f15f\U0001f17f\U0001f1f5' ||
    E'\u02a0\u051a\u051b\u0563\u0566\u2d55\U0001f160\U0001f180\U0001f1f6' ||
    E'\u00ae\u01a6\u024d\u027c\u027d\u0433\u0493\u13a1\u13d2\u1587\u18f4\u1d26\u1d72\u2c85\ua4e3\uab47\uab48\uab81\U000104b4\U00016f35\U0001d216\U0001f161\U0001f181\U0001f1f7' ||
    E'\u01bc\u01bd\u0282\u0405\u0455\u054f\u13d5\u13da\u18f5\u1d74\u2784\ua4e2\ua731\uabaa\U00010296\U00010420\U00010448\U000118bb\U000118c1\U00016f3a\U0001f10f\U0001f162\U0001f182\U0001f1f8' ||
    E'\u0166\u0167\u01ab\u01ad\u01ae\u023e\u03a4\u03c4\u0422\u0442\u04ac\u04ad\u13a2\u1d1b\u1d75\u20ae\u22a4\u2361\u27d9\u2ca6\ua4d4\uab72\U00010297\U000102b1\U00010315\U000118bc\U00016f0a\U0001f163\U0001f183\U0001f1f9\U0001f768' ||
    E'\u0244\u028b\u03c5\u054d\u057d\u1200\u13cc\u144c\u1d1c\u1d7e\u222a\u22c3\ua4f4\ua79f\uab4e\uab52\uab9c\U000104ce\U000104f6\U000118b8\U000118d8\U00016f42\U0001f164\U0001f184\U0001f1fa' ||
    E'\u03bd\u0474\u0475\u06f7\u13d9\u142f\u1d20\u2228\u22c1\u2d38\ua4e6\ua6df\uaba9\U00010197\U0001051d\U00011706\U000118a0\U000118c0\U00016f08\U0001d20d\U0001f165\U0001f185\U0001f1fb\U0001f708' ||
    E'\u026f\u03a9\u03c9\u0461\u047d\u051c\u051d\u0561\u13b3\u13d4\u13ef\u162f\u1635\u1d21\u20a9\u2375\u2379\u2cb1\ua4ea\ua64d\ua761\ua7b7\uab83\U000102b6\U000114c5\U0001170a\U0001170e\U0001170f\U000118e6\U000118ef\U0001f166\U0001f186\U0001f1fc' ||
    E'\u00d7\u03a7\u03c7\u0425\u0445\u04b2\u1541\u157d\u166d\u166e\u16b7\u2573\u292b\u292c\u2a2f\u2a30\u2cac\u2cad\u2d5d\ua4eb\ua7b3\uab53\uab55\U00010196\U00010290\U000102b4\U00010317\U00010322\U00010527\U000118ec\U0001f167\U0001f187\U0001f1fd' ||
    E'\u00a5\u01b4\u024e\u024f\u0263\u028f\u0393\u03a5\u03b3\u0413\u0423\u0443\u0492\u04ae\u04af\u04b0\u04b1\u10e7\u13a9\u13b1\u13bd\u14a5\u1d8c\u1eff\u2c84\u2ca8\ua4ec\uab5a\U000102b2\U000118a4\U000118dc\U00016f07\U00016f43\U0001f168\U0001f188\U0001f1fe' ||
    E'\u01b5\u01b6\u0224\u0225\u0290\u0396\u13c3\u1646\u1d22\u1d76\ua4dc\uab93\U000102f5\U000118a9\U000118c4\U000118e5\U0001f169\U0001f189\U0001f1ff' ||
    E'\u01c0\u2223\u2373\u2378\u23fd\u2502\U0001d22a',
    repeat('!', 1) || repeat('2', 8) || repeat('3', 12) || repeat('4', 3) || repeat('6', 5) ||
    repeat('7', 4) || repeat('8', 7) || repeat('9', 10) || repeat('a', 17) || repeat('b', 29) ||
    repeat('c', 25) || repeat('d', 21) || repeat('e', 23) || repeat('f', 20) || repeat('g', 18) ||
    repeat('h', 26) || repeat('i', 54) || repeat('j', 15) || repeat('k', 20) || repeat('m', 23) ||
    repeat('n', 26) || repeat('o', 123) || repeat('p', 21) || repeat('q', 9) || repeat('r', 24) ||
    repeat('s', 24) || repeat('t', 31) || repeat('u', 25) || repeat('v', 24) || repeat('w', 33) ||
    repeat('x', 33) || repeat('y', 36) || repeat('z', 19) || repeat('|', 7)
  );
end
$$;
comment on function private.look_alikes is
  'A text with letters and digits replaced by the Latin ones they resemble, in lower case. From Unicode''s confusables.txt 15.1 (Unicode Technical Standard #39, © Unicode, Inc., licence Unicode-3.0) without what NFKD already splits, plus letters in boxes, circles and flags, zeros of every script, and further Cyrillic and Greek look-alikes.';

create function private.looks_of(name text) returns text
language plpgsql immutable parallel safe set search_path = ''
as $$
declare
  looks text := private.seen_of(private.cut_marks(private.bounded(name, 2000)));
begin
  looks := normalize(translate(looks, E'\u00a9\u00ae\u2117\u2120\u2122\U0001f16a\U0001f16b\U0001f16c', ''), nfkd);
  looks := private.look_alikes(lower(private.look_alikes(looks) collate "und-x-icu"));
  looks := btrim(regexp_replace(looks collate "und-x-icu", '[^[:alnum:]!|$]', '', 'g'), '!|');
  looks := translate(looks, 'l01|!5$', 'ioiiiss');
  return replace(replace(looks, 'rn', 'm'), 'vv', 'w');
end
$$;
comment on function private.looks_of is
  'What a name looks like: without case, marks, spaces, symbols and invisible characters, in the Latin letters it resembles. Capitals are replaced first, because some resemble a different letter than their lower-case form. Trademark symbols are removed before they could turn into letters. A ''!'' or ''|'' is an i inside a name and nothing at its ends. In plpgsql because that keeps the query plan.';

create function private.readings_of(name text) returns text[]
language plpgsql immutable parallel safe set search_path = ''
as $$
declare
  plain constant text := regexp_replace(
    private.bounded(name, 2000),
    '[\s\u00a0\u00a9\u00ae\u115f\u1160\u2000-\u200a\u202f\u205f\u2117\u2120\u2122\u2800\u3000\u3164\uffa0\U0001f16a-\U0001f16c]',
    '/', 'g'
  );
  seen constant text := regexp_replace(
    normalize(private.seen_of(private.cut_marks(plain)), nfkd), '[' || private.every_mark() || ']', '', 'g'
  );
  apart constant text := regexp_replace(seen collate "und-x-icu", '([[:lower:]])([[:upper:]])', '\1/\2', 'g');
  spelled text;
  reading text;
  readings text[] := '{}';
begin
  foreach spelled in array array[seen, apart] loop
    spelled := private.look_alikes(lower(private.look_alikes(spelled) collate "und-x-icu"));
    foreach reading in array array[
      translate(spelled, '|!@', '///'), spelled, regexp_replace(spelled collate "und-x-icu", '[|!@[:digit:]]', '/', 'g')
    ] loop
      reading := translate(reading, 'l01|!5$347@', 'ioiiisseata');
      reading := replace(replace(reading, 'rn', 'm'), 'vv', 'w');
      reading := btrim(regexp_replace(reading collate "und-x-icu", '[^[:alnum:]]+', ' ', 'g'));
      readings := readings || regexp_replace(reading, '(?<=(?:^| )[^ ]) (?=[^ ](?: |$))', '', 'g');
    end loop;
  end loop;
  return readings;
end
$$;
comment on function private.readings_of is
  'All ways to read a name as words, with single spaces: with symbols as separators, with symbols as the letters they resemble, without digits, and each of these again with a new word at every capital. Single letters in a row are one word. Spelling and look-alikes as in looks_of.';

create table private.reserved_names (
  name text primary key,
  is_word boolean not null default false,
  words text generated always as ((private.readings_of(name))[1]) stored
);
comment on table private.reserved_names is
  'Names that only admins may use: the site''s own, and the name shown for deleted users. Operators can add more.';
comment on column private.reserved_names.is_word is
  'Whether only the team may use it as a separate word in a name: alone, first, last or between symbols.';
comment on column private.reserved_names.words is 'How the name reads, to find it in other names.';

alter table private.reserved_names enable row level security;

create function private.is_pretence(name text, bearer uuid) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
declare
  looks constant text := private.looks_of(name);
begin
  return not exists (
    select 1 from public.roles r
    where r.user_id = bearer and (bearer is distinct from auth.uid() or private.meets_team_rule())
  ) and (
    looks <> '' and exists (
      select 1 from private.reserved_names n where not n.is_word and private.looks_of(n.name) = looks
    )
    or looks <> '' and exists (
      select 1 from public.profiles p where p.is_team and private.looks_of(p.name) = looks
    )
    or exists (
      select 1 from private.reserved_names n, unnest(private.readings_of(is_pretence.name)) as reading
      where n.is_word and n.words <> '' and (
        strpos(' ' || reading || ' ', ' ' || n.words || ' ') > 0
        or n.words ~ '[\u3040-\u30ff\u3400-\u9fff]'
          and (strpos(' ' || reading, ' ' || n.words) > 0 or strpos(reading || ' ', n.words || ' ') > 0)
      )
    )
  );
end
$$;
comment on function private.is_pretence is
  'Whether a name resembles that of the site or of an admin, or contains a word reserved for the team. Chinese and Japanese don''t put spaces between words, so there it is refused at the beginning or end of a word.';

create function public.is_name_free(name text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select not private.is_pretence(private.clean_line(left(name, 160)), auth.uid())
$$;
comment on function public.is_name_free is 'Whether the caller may use this name, so that a form can say so before it is sent.';
grant execute on function public.is_name_free to anon, authenticated;

create function public.reserve_names(names text[]) returns integer
language sql security definer set search_path = ''
as $$
  with reserved as (
    insert into private.reserved_names (name)
    select distinct on (private.looks_of(given)) private.clean_line(given) from unnest(names) given
    where private.looks_of(given) <> '' and not exists (
      select 1 from private.reserved_names n where private.looks_of(n.name) = private.looks_of(given)
    )
    on conflict do nothing
    returning 1
  )
  select count(*)::integer from reserved
$$;
comment on function public.reserve_names is
  'Reserves names, and names that resemble them, for admins. Returns how many weren''t reserved before. People who already have one keep it.';
grant execute on function public.reserve_names to service_role;

create function private.reserve_site_name() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform public.reserve_names(array[new.name, new.name || ' team']);
  return null;
end
$$;
comment on function private.reserve_site_name is 'Reserves the site''s name for admins.';
