#[derive(SingleTable, Serialize, Deserialize)]
#[dal(patterns = "tests/mistakes/p-game-player-counters-as-text/patterns.yaml")]
struct Item {
    player_id: String,
    item_id: String,
    item_count: String,
}

#[derive(SingleTable)]
#[dal(patterns = "tests/mistakes/p-game-player-counters-as-text/patterns.yaml")]
enum GamePlayerProfiles {
    Item(Item),
}
