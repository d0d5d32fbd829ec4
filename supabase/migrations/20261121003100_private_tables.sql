-- Nobody but their owner and the functions that run as the owner reaches these; row level security says so twice.
alter table private.search_posts enable row level security;
alter table private.search_comments enable row level security;
alter table private.search_titles enable row level security;
alter table private.search_words enable row level security;
